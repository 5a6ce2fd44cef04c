import { CONSOLE_PLUGIN } from '../contract.js';
import { createRate } from './rate.js';

/** Characters of an event of the console. */
const MAX_LENGTH = 1_000;

type Report = (plugin: string, payload: object) => void;

/** Reports errors and warnings of the console, exceptions, and rejections that were not handled. @returns ends it. */
export function watchConsole(report: Report): () => void {
  const mayReport = createRate();
  let isReporting = false;
  const put = (level: string, values: readonly unknown[]): void => {
    // A report that itself writes to the console is not reported.
    if (isReporting || !mayReport()) return;
    isReporting = true;
    try {
      const text = values.map(describe).join(' ').slice(0, MAX_LENGTH);
      report(CONSOLE_PLUGIN, { level, trace: [], payload: [JSON.stringify(text)] });
    } catch {
      // The values of a page can throw when they are read.
    }
    isReporting = false;
  };
  const levels = (['error', 'warn'] as const).map((level) => {
    const original = console[level];
    const wrapped = (...values: unknown[]): void => {
      original.apply(console, values);
      put(level, values);
    };
    console[level] = wrapped;
    return () => {
      if (console[level] === wrapped) console[level] = original;
    };
  });
  const onError = ({ error, message }: ErrorEvent): void => put('error', [error ?? message]);
  const onRejection = ({ reason }: PromiseRejectionEvent): void => put('error', [reason]);
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    for (const restore of levels) restore();
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
  };
}

/** Objects are not written out: they can be large, and reading them can run code of the page. */
export function describe(value: unknown): string {
  if (!(value instanceof Error)) return String(value);
  const { stack, name, message } = value;
  return stack?.includes(message) ? stack : `${name}: ${message}`;
}
