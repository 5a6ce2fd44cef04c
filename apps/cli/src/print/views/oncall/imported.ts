import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { printTable, type Column, type Page } from '../../layout/table.js';
import { toSecond } from '../../layout/units.js';
import { scheduleRows } from './lists.js';

const SCHEDULES: readonly Column[] = [
  { title: 'SCHEDULE', field: 'name', flexible: true, paint: (_, colors) => colors.cyan },
  { title: 'TIME ZONE', field: 'time_zone' },
  { title: 'LAYERS', field: 'layers', align: 'right' },
  { title: 'USERS', field: 'users', align: 'right' },
  { title: 'OVERRIDES', field: 'overrides', align: 'right' },
  { title: 'ID', field: 'id', whole: true, paint: (_, colors) => colors.dim },
];
const PEOPLE: readonly Column[] = [
  { title: 'PERSON', field: 'person', flexible: true },
  { title: 'MEMBER', field: 'member', paint: (_, colors) => colors.cyan },
  { title: 'MATCHED BY', field: 'matched_by' },
  { title: 'WHERE', field: 'where', dropOrder: 1, paint: (_, colors) => colors.dim },
];
const PARTS: readonly Column[] = [
  { title: 'WHERE', field: 'where', paint: (_, colors) => colors.dim },
  { title: 'RESULT', field: 'outcome', paint: (value, colors) => (value === 'kept' ? colors.green : colors.yellow) },
  { title: 'WHAT', field: 'what' },
  { title: 'WHY', field: 'why', flexible: true, lines: 3 },
];
const SHIFTS: readonly Column[] = [
  { title: 'SCHEDULE', field: 'schedule', dropOrder: 2 },
  { title: 'ON CALL', field: 'who', flexible: true, paint: (_, colors) => colors.cyan },
  { title: 'FROM', field: 'start', format: toSecond },
  { title: 'UNTIL', field: 'end', format: toSecond },
  { title: 'BY', field: 'by', dropOrder: 1 },
];

/** Prints what became of an export: the schedules, the people, each part, and who is on call in the next days. */
export function printImport(answer: Json, page: Page): string {
  const isDry = isObject(answer) && answer['dry_run'] === true;
  const imported = objectsAt(answer, 'schedules');
  const schedules = imported.map((entry) => ({
    ...scheduleRows({ schedules: [entry['schedule'] ?? {}] })[0],
    overrides: entry['override_count'] ?? 0,
  }));
  const count = `${imported.length} schedule${imported.length === 1 ? '' : 's'}`;
  const said = isDry ? `Nothing is stored: ${count} would be created.` : `Created ${count}.`;
  const parts = objectsAt(answer, 'report').map((part) => ({ ...part, where: where(part) }));
  const people = objectsAt(answer, 'people').map((person) => ({
    ...person,
    member: plainText(person['name'] ?? ''),
    where: where(person),
  }));
  const sections: readonly [readonly Column[], readonly JsonObject[]][] = [
    [SCHEDULES, schedules],
    [PARTS, parts],
    [PEOPLE, people],
    [SHIFTS, imported.flatMap(shiftRows)],
  ];
  const tables = sections
    .filter(([, rows]) => rows.length > 0)
    .map(([columns, rows]) => printTable(columns, rows, page));
  return [`${said}\n`, ...tables].join('\n');
}

/** The line of a calendar, or the path in JSON. */
function where({ line, path }: JsonObject): string {
  return line === undefined ? plainText(path ?? '') : `line ${plainText(line)}`;
}

/** Shifts and gaps of a schedule, in order of time. */
function shiftRows(entry: JsonObject): JsonObject[] {
  const schedule = isObject(entry['schedule']) ? plainText(entry['schedule']['name'] ?? '') : '';
  const shifts = objectsAt(entry, 'shifts').map((shift) => ({
    ...shift,
    who: shift['name'] ?? '',
    by: shift['source'] === 'override' ? 'override' : (shift['layer'] ?? ''),
  }));
  const gaps = objectsAt(entry, 'gaps').map((gap) => ({ ...gap, who: 'nobody', by: '' }));
  return [...shifts, ...gaps]
    .map((row): JsonObject => ({ ...row, schedule }))
    .toSorted((a, b) => Date.parse(plainText(a['start'] ?? '')) - Date.parse(plainText(b['start'] ?? '')));
}
