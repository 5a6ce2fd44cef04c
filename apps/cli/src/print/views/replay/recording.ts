import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { joinFacts, wrapLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import { printTable, type Column, type Page } from '../../layout/table.js';
import { clockText, counted, milliseconds, toSecond, wholeNumber } from '../../layout/units.js';
import { missingAssets } from './missing-assets.js';

/** Bars of the activity over the whole recording. */
const BARS = 40;
const LEVELS = [...'▁▂▃▄▅▆▇█'];

/** Prints a recording: what it is, when the person was active, its windows and pages, and what cannot be shown. */
export function printRecording(answer: Json, page: Page): string {
  const details = isObject(answer) ? answer : {};
  const recording = isObject(details['recording']) ? details['recording'] : {};
  const signals = objectsAt(answer, 'signals').map(toSignal);
  return [
    heading(recording, page),
    `${[activity(details, recording, page), ...timeline(details, page)].join('\n')}\n`,
    printTable(WINDOWS, objectsAt(answer, 'windows').map(toWindow), page),
    ...optionalTable(PAGES, pagesOf(details), page),
    ...optionalTable(SIGNALS, signals, page),
    `${page.colors.dim(wrapLine(masked(details), page))}
`,
    ...missingAssets(details, page),
    ...warnings(details, page),
  ].join('\n');
}

function heading(recording: JsonObject, page: Page): string {
  const { colors } = page;
  const title = wrapLine(oneLine(plainText(recording['session_id'])), page);
  const facts = [
    oneLine(plainText(recording['distinct_id'])),
    toSecond(recording['started_at'] ?? ''),
    milliseconds(recording['duration_ms'] ?? 0),
    counted(recording['event_count'] ?? 0, 'event'),
    counted(recording['click_count'] ?? 0, 'click'),
    counted(recording['console_error_count'] ?? 0, 'console error'),
    oneLine(plainText(recording['release'])),
  ];
  return `${colors.bold(title)}\n${colors.dim(joinFacts(facts, '  ', page))}\n`;
}

function activity(details: JsonObject, recording: JsonObject, page: Page): string {
  const total = Math.max(1, Number(recording['duration_ms']));
  const spans = objectsAt(details, 'activity').map(
    (span) => [Number(span['from_offset_ms']), Number(span['to_offset_ms'])] as const,
  );
  const isActive = (bar: number): boolean => {
    const [from, to] = [(bar * total) / BARS, ((bar + 1) * total) / BARS];
    return spans.some(([start = 0, end = 0]) => start <= to && end >= from);
  };
  const bars = Array.from({ length: BARS }, (_, bar) => (isActive(bar) ? '█' : '·')).join('');
  return joinFacts(['Active', bars, milliseconds(details['active_ms'] ?? 0)], '  ', page);
}

/** The places where redaction replaced something. */
function masked(details: JsonObject): string {
  const counts = isObject(details['masked']) ? details['masked'] : {};
  const places = Object.entries(counts).filter(([, count]) => Number(count) > 0);
  const listed = places.map(([place, count]) => `${wholeNumber(count)} ${place}`).join(', ');
  return oneLine(
    `Replaced before it was stored: ${listed || 'nothing'} (rules ${plainText(details['rules_version'])})`,
  );
}

const WINDOWS: readonly Column[] = [
  { title: 'WINDOW', field: 'window_id', flexible: true, paint: (_, colors) => colors.cyan },
  { title: 'FROM', field: 'from', align: 'right' },
  { title: 'TO', field: 'to', align: 'right' },
  { title: 'EVENTS', field: 'event_count', format: wholeNumber, align: 'right', dropOrder: 1 },
  { title: 'SNAPSHOTS', field: 'snapshots', align: 'right', dropOrder: 2 },
  { title: 'MISSING', field: 'missing', align: 'right', paint: (_, colors) => colors.yellow },
  { title: 'SDK', field: 'sdk', dropOrder: 4 },
];

const PAGES: readonly Column[] = [
  { title: 'AT', field: 'at', align: 'right', paint: (_, colors) => colors.dim },
  { title: 'PAGE', field: 'url', flexible: true },
];

const SIGNALS: readonly Column[] = [
  { title: 'AT', field: 'at', align: 'right', paint: (_, colors) => colors.dim },
  { title: 'SIGNAL', field: 'kind', paint: (_, colors) => colors.yellow },
  { title: 'ELEMENT', field: 'element', dropOrder: 1 },
  { title: 'REASON', field: 'reason', flexible: true },
];

const optionalTable = (columns: readonly Column[], rows: readonly JsonObject[], page: Page): string[] =>
  rows.length > 0 ? [printTable(columns, rows, page)] : [];

/** The pages and when they were seen first; a chunk has several seconds, so the place is about right. */
function pagesOf(details: JsonObject): JsonObject[] {
  return objectsAt(details, 'timeline').flatMap((period) => {
    const urls = Array.isArray(period['urls']) ? (period['urls'] as readonly Json[]) : [];
    return urls.map((url) => ({ at: clockText(Number(period['from_offset_ms'])), url }));
  });
}

function toSignal(signal: JsonObject): JsonObject {
  return {
    at: clockText(Number(signal['offset_ms'])),
    kind: plainText(signal['kind']).replace('_', ' '),
    element: plainText(signal['text']) || plainText(signal['selector']),
    reason: signal['reason'] ?? '',
  };
}

/** A bar for each period, higher with more clicks or errors. */
function timeline(details: JsonObject, page: Page): string[] {
  const periods = objectsAt(details, 'timeline');
  const lines = [
    ['Clicks', 'click_count', 'clicks'],
    ['Errors', 'error_count', 'errors'],
  ] as const;
  return lines.flatMap(([title, field, unit]) => {
    const counts = periods.map((period) => Number(period[field] ?? 0));
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total === 0) return [];
    return [joinFacts([title, bars(counts), `${wholeNumber(total)} ${unit}`], '  ', page)];
  });
}

/** The greatest count of each of the bars; a dot is nothing. */
function bars(counts: readonly number[]): string {
  const most = Math.max(1, ...counts);
  return Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor((bar * counts.length) / BARS);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * counts.length) / BARS));
    const count = Math.max(0, ...counts.slice(from, to));
    return count === 0 ? '·' : (LEVELS[Math.ceil((count / most) * LEVELS.length) - 1] ?? '');
  }).join('');
}

/** The columns that are computed; a missing chunk counts once. */
function toWindow(window: JsonObject): JsonObject {
  const missing = objectsAt(window, 'gaps').reduce(
    (sum, gap) => sum + Number(gap['last_seq']) - Number(gap['first_seq']) + 1,
    0,
  );
  const snapshots = window['snapshot_offsets_ms'];
  return {
    ...window,
    from: clockText(Number(window['from_offset_ms'])),
    to: clockText(Number(window['to_offset_ms'])),
    snapshots: Array.isArray(snapshots) ? snapshots.length : 0,
    missing: missing === 0 ? '' : wholeNumber(missing),
  };
}

function warnings(details: JsonObject, page: Page): string[] {
  const list = Array.isArray(details['warnings']) ? (details['warnings'] as readonly Json[]) : [];
  return list.map((warning) => `${page.colors.yellow(wrapLine(oneLine(plainText(warning)), page))}\n`);
}
