import { isObject, objectsAt, plainText, type Json } from '../../../runtime/values/json.js';
import { joinFacts } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import { printTable, type Column, type Page } from '../../layout/table.js';
import { counted, toSecond, wholeNumber } from '../../layout/units.js';

const RELEASES: readonly Column[] = [
  { title: 'RELEASE', field: 'release', flexible: true, paint: (_, colors) => colors.cyan },
  { title: 'DEPLOYED', field: 'deployed_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
  { title: 'ERRORS', field: 'count', format: wholeNumber, align: 'right' },
  { title: 'FIRST SEEN', field: 'first_seen', dropOrder: 2, format: toSecond, paint: (_, colors) => colors.dim },
  { title: 'LAST SEEN', field: 'last_seen', dropOrder: 3, format: toSecond, paint: (_, colors) => colors.dim },
];

/** Prints the releases in which an issue happened, the last first. */
export function printIssueReleases(answer: Json, page: Page): string {
  const found = isObject(answer) ? answer : {};
  const textAt = (name: string): string => oneLine(plainText(found[name] ?? ''));
  const without = textAt('without_release') || '0';
  const facts = [
    `first in ${textAt('first_release') || 'an unknown release'}`,
    `last in ${textAt('last_release') || 'an unknown release'}`,
    ...(textAt('regressed_in') === '' ? [] : [`came back in ${textAt('regressed_in')}`]),
    ...(without === '0' ? [] : [`${counted(without, 'error')} without a release`]),
  ];
  const rows = objectsAt(answer, 'releases');
  const table = rows.length === 0 ? '' : `\n${printTable(RELEASES, rows, page)}`;
  return `${page.colors.dim(joinFacts(facts, '  ', page))}\n${table}`;
}
