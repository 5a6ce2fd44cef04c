/** The part that is loaded when a session is recorded: the recorder of rrweb with its settings, and what it does not record itself. */
import { record } from '@rrweb/record';
import type { RecordedEvent, Recording, RecordingOptions } from '../contract.js';
import { FULL_SNAPSHOT } from '../events.js';
import { watchConsole } from './console.js';
import { createMutationLimit } from './mutation-limit.js';
import { watchNetwork } from './network.js';

/** Constant, because a length tells much of a password. Nothing stays nothing, so that a player shows an empty field. */
const MASK = '******';
const mask = (text: string): string => (text.trim() ? MASK : text);
/** Fields that are not inputs; persons type into them, too. */
const EDITABLE = '[contenteditable]:not([contenteditable=false]),[role=textbox]';
/** A window that gets the focus after this time without an event begins with a snapshot, in milliseconds. */
const IDLE_MS = 300_000;

/** @throws SyntaxError of the browser if a selector of the site is malformed: rrweb would then mask and block nothing, and not say so. */
export function startRecording({ emit, maskText, block, ...watched }: RecordingOptions): Recording {
  // Each by itself, so that what is malformed cannot be completed by what it is joined with.
  for (const selector of [maskText, block]) if (selector) document.createDocumentFragment().querySelector(selector);
  let stopRecord: (() => void) | undefined;
  let emittedAt = 0;
  /** Whether the page has been described: what is reported before could not be shown. */
  let isShown = false;
  const attempt = (action: () => void): void => {
    try {
      action();
    } catch {
      // A page works without being recorded.
    }
  };
  const custom = (type: 5 | 6, data: object): void => {
    if (isShown) attempt(() => emit({ type, data, timestamp: Date.now() } as unknown as RecordedEvent));
  };
  const plugin = (name: string, payload: object): void => custom(6, { plugin: name, payload });
  const showVisibility = (): void =>
    custom(5, { tag: 'visibilitychange', payload: { state: document.visibilityState } });
  const start = (): void =>
    attempt(() => {
      stopRecord = record({
        emit(event) {
          emittedAt = event.timestamp;
          attempt(() => emit(event as RecordedEvent));
          if (!isShown && (event.type as number) === FULL_SNAPSHOT) {
            isShown = true;
            showVisibility();
          }
          if (limit.isExceededBy(event as RecordedEvent)) pause();
        },
        // Every input, hidden ones and those of types that rrweb does not know; `select` also hides which option is chosen.
        maskInputOptions: { input: true, textarea: true, select: true, password: true } as object,
        maskInputFn: mask,
        maskTextFn: mask,
        maskTextSelector: maskText ? `${EDITABLE},${maskText}` : EDITABLE,
        ...(block && { blockSelector: block }),
        sampling: { scroll: 150, media: 800 },
        inlineStylesheet: true,
        recordAfter: 'DOMContentLoaded',
        errorHandler: () => true,
      });
    });
  const stop = (): void => {
    isShown = false;
    stopRecord?.();
    stopRecord = undefined;
  };
  const limit = createMutationLimit(start);
  const pause = (): void => {
    stop();
    limit.waitUntilCalm();
  };
  const snapshot = (): void => {
    if (isShown) attempt(() => record.takeFullSnapshot(true));
  };
  const refocus = (): void => {
    if (emittedAt && Date.now() - emittedAt > IDLE_MS) snapshot();
  };

  start();
  const unwatch = [
    watched.console === false ? undefined : watchConsole(plugin),
    watched.network === false ? undefined : watchNetwork(plugin),
  ];
  addEventListener('focus', refocus);
  document.addEventListener('visibilitychange', showVisibility);
  return {
    snapshot,
    stop() {
      stop();
      limit.stop();
      for (const end of unwatch) end?.();
      removeEventListener('focus', refocus);
      document.removeEventListener('visibilitychange', showVisibility);
    },
  };
}
