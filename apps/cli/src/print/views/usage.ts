import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';
import { oneLine } from '../layout/sanitize.js';
import { printTable, type Column, type Page } from '../layout/table.js';
import { counted, wholeNumber } from '../layout/units.js';

/** Prints the usage of a month: meters, signals and rejected items. */
export function printUsage(answer: Json, page: Page): string {
  const report = isObject(answer) ? answer : {};
  const signals = objectsAt(answer, 'signals');
  const rejected = signals.flatMap((signal) =>
    objectsAt(signal, 'rejected').map((row): JsonObject => ({ ...row, signal: signal['signal'] ?? '' })),
  );
  const meters = `${counted(report['events'] ?? 0, 'event')}  ${wholeNumber(report['metric_series'] ?? 0)} metric series`;
  return [
    `${page.colors.bold(`Usage of ${oneLine(plainText(report['period']))}`)}\n${page.colors.dim(meters)}\n`,
    ...(signals.length > 0 ? [printTable(SIGNALS, signals, page)] : []),
    ...(rejected.length > 0 ? [printTable(REJECTED, rejected, page)] : []),
  ].join('\n');
}

const SIGNAL: Column = { title: 'SIGNAL', field: 'signal', paint: (_, colors) => colors.cyan };

const SIGNALS: readonly Column[] = [
  SIGNAL,
  { title: 'ITEMS', field: 'items', format: wholeNumber, align: 'right' },
  { title: 'REQUESTS', field: 'requests', format: wholeNumber, align: 'right' },
  { title: 'BYTES', field: 'bytes', format: wholeNumber, align: 'right' },
];

const REJECTED: readonly Column[] = [
  SIGNAL,
  { title: 'REASON', field: 'reason', flexible: true },
  { title: 'ITEMS', field: 'items', format: wholeNumber, align: 'right', paint: (_, colors) => colors.yellow },
];
