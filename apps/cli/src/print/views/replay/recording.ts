import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { joinFacts, wrapLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import { printTable, type Column, type Page } from '../../layout/table.js';
import { clockText, counted, milliseconds, toSecond, wholeNumber } from '../../layout/units.js';

/** Bars of the activity over the whole recording. */
const BARS = 40;

/** Prints a recording: what it is, when the person was active, its windows and pages, and what cannot be shown. */
export function printRecording(answer: Json, page: Page): string {
  const details = isObject(answer) ? answer : {};
  const recording = isObject(details['recording']) ? details['recording'] : {};
  const urls = Array.isArray(details['urls']) ? (details['urls'] as readonly Json[]) : [];
  const pages = urls.map((url) => ({ url }));
  return [
    heading(recording, page),
    activity(details, recording, page),
    printTable(WINDOWS, objectsAt(answer, 'windows').map(toWindow), page),
    ...(pages.length > 0 ? [printTable(PAGES, pages, page)] : []),
    `${page.colors.dim(wrapLine(masked(details), page))}
`,
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
  return `${joinFacts(['Active', bars, milliseconds(details['active_ms'] ?? 0)], '  ', page)}\n`;
}

/** What redaction replaced, by place. */
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

const PAGES: readonly Column[] = [{ title: 'PAGE', field: 'url', flexible: true }];

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
