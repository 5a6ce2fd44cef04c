import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';
import { joinFacts } from '../layout/lines.js';
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
  const meters = joinFacts(
    [
      counted(report['events'] ?? 0, 'event'),
      `${wholeNumber(report['metric_series'] ?? 0)} metric series`,
      counted(report['replay_sessions'] ?? 0, 'recorded session'),
    ],
    '  ',
    page,
  );
  return [
    `${page.colors.bold(`Usage of ${oneLine(plainText(report['period']))}`)}\n${page.colors.dim(meters)}\n${modelCalls(report['models'], page)}`,
    ...(signals.length > 0 ? [printTable(SIGNALS, signals, page)] : []),
    ...(rejected.length > 0 ? [printTable(REJECTED, rejected, page)] : []),
  ].join('\n');
}

/** The line about calls of models, if there were any. */
function modelCalls(models: Json | undefined, page: Page): string {
  if (!isObject(models) || Number(models['calls'] ?? 0) === 0) return '';
  const unpriced = Number(models['unpriced_calls'] ?? 0);
  const facts = [
    counted(models['calls'] ?? 0, 'model call'),
    models['cost'] === undefined ? 'no cost known' : `$${oneLine(plainText(models['cost']))}`,
    ...(unpriced > 0 ? [`${wholeNumber(unpriced)} without a price`] : []),
  ];
  return `${page.colors.dim(joinFacts(facts, '  ', page))}\n`;
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
