import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import type { Colors, Paint } from '../../layout/colors.js';
import { ID } from '../../layout/columns.js';
import { sparkline } from '../../layout/sparkline.js';
import type { Column, Page } from '../../layout/table.js';
import { toSecond, wholeNumber } from '../../layout/units.js';

/** Narrower terminals show the day in fewer bars, and the status alone. */
const WIDE = 110;
const HOURS_OF_BAR = 3;

/** The rows of a list of issues, with the occurrences of the last day as bars. */
export function issueRows(answer: Json, { width = WIDE }: Pick<Page, 'width'>): readonly JsonObject[] {
  const isWide = width >= WIDE;
  return objectsAt(answer, 'issues').map((issue) => ({
    ...issue,
    course: issueCourse(issue, isWide ? 1 : HOURS_OF_BAR),
    marked: [issue['status'], ...(isWide ? flags(issue) : [])].map(plainText).join(', '),
  }));
}

/** The events of the last 24 hours. */
export function issueCourse(issue: JsonObject, hoursOfBar = 1): string {
  const figures = isObject(issue['figures']) ? issue['figures'] : {};
  const hours = objectsAt(figures, 'series').map(({ events }) => Number(events));
  const bars = Array.from({ length: Math.ceil(hours.length / hoursOfBar) }, (_, bar) =>
    hours.slice(bar * hoursOfBar, (bar + 1) * hoursOfBar).reduce((sum, events) => sum + events, 0),
  );
  return sparkline(bars);
}

/** Properties of an issue that its status does not show. */
export function flags(issue: JsonObject): string[] {
  const names = { is_regression: 'regression', is_escalating: 'escalating' };
  return Object.entries(names).flatMap(([field, name]) => (issue[field] === true ? [name] : []));
}

/** The color of a status. */
export function statusPaint(status: string, colors: Colors): Paint {
  if (status.startsWith('new')) return colors.red;
  if (status.startsWith('ongoing')) return colors.yellow;
  return status.startsWith('resolved') ? colors.green : colors.dim;
}

export const ISSUE_COLUMNS: readonly Column[] = [
  ID,
  { title: 'STATUS', field: 'marked', paint: (status, colors) => statusPaint(plainText(status), colors) },
  { title: 'TITLE', field: 'title', lines: 2, flexible: true, paint: (_, colors) => colors.cyan },
  { title: 'EVENTS', field: 'figures.events', format: wholeNumber, align: 'right' },
  { title: 'USERS', field: 'figures.users', format: wholeNumber, align: 'right', fromWidth: WIDE },
  { title: '24 HOURS', field: 'course', whole: true },
  { title: 'LAST SEEN', field: 'last_seen', format: toSecond, fromWidth: WIDE + 10, paint: (_, colors) => colors.dim },
];
