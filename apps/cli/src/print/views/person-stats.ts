import { isObject, objectsAt, plainText, type Json } from '../../runtime/values/json.js';
import { errorPaint } from '../layout/colors.js';
import { joinFacts } from '../layout/lines.js';
import { printTable, type Column, type Page } from '../layout/table.js';
import { counted, toSecond, wholeNumber } from '../layout/units.js';

const SIGNALS: readonly Column[] = [
  { title: 'SIGNAL', field: 'signal', paint: (_, colors) => colors.cyan },
  { title: '1 DAY', field: 'last_1d', format: wholeNumber, align: 'right' },
  { title: '7 DAYS', field: 'last_7d', format: wholeNumber, align: 'right' },
  { title: '30 DAYS', field: 'last_30d', format: wholeNumber, align: 'right' },
  { title: 'TOTAL', field: 'total', format: wholeNumber, align: 'right' },
];
const EVENTS: readonly Column[] = [
  { title: 'EVENT', field: 'event', flexible: true, paint: (_, colors) => colors.cyan },
  { title: 'COUNT', field: 'count', format: wholeNumber, align: 'right' },
];

/** Prints statistics of a person: activity, counts of each signal and most frequent events. */
export function printPersonStats(answer: Json, page: Page): string {
  const stats = isObject(answer) ? answer : {};
  const { colors } = page;
  const errors = plainText(stats['errors']);
  const facts = [
    `first seen ${toSecond(stats['first_seen'] ?? '')}`,
    `last seen ${toSecond(stats['last_seen'] ?? '')}`,
    counted(stats['sessions'] ?? 0, 'session'),
  ];
  const heading = `${colors.bold(`Person ${plainText(stats['id'])}`)}\n${colors.dim(joinFacts(facts, '  ', page))}`;
  const failed = errorPaint(stats['errors'] ?? 0, colors)(counted(errors, 'error'));
  const issues = errorPaint(stats['open_issues'] ?? 0, colors)(counted(stats['open_issues'] ?? 0, 'open issue'));
  const events = printTable(EVENTS, objectsAt(answer, 'top_events'), page);
  return `${heading}\n${failed}  ${issues}\n\n${printTable(SIGNALS, objectsAt(answer, 'signals'), page)}\n${events}`;
}
