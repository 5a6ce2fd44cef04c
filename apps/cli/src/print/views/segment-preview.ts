import { isObject, objectsAt, type Json } from '../../runtime/values/json.js';
import { printTable, type Column, type Page } from '../layout/table.js';
import { counted, toSecond } from '../layout/units.js';

const ACCOUNTS: readonly Column[] = [
  { title: 'KEY', field: 'group_key', flexible: true, paint: (_, colors) => colors.cyan },
  { title: 'NAME', field: 'properties.name' },
  { title: 'FIRST SEEN', field: 'first_seen', format: toSecond, paint: (_, colors) => colors.dim },
  { title: 'LAST SEEN', field: 'last_seen', format: toSecond, paint: (_, colors) => colors.dim },
];

/** Prints the number of accounts in a segment and the first of them. */
export function printSegmentPreview(answer: Json, page: Page): string {
  const preview = isObject(answer) ? answer : {};
  const heading = `${page.colors.bold(counted(preview['total'] ?? 0, 'account'))}  ${page.colors.dim(toSecond(preview['evaluated_at'] ?? ''))}`;
  const sample = objectsAt(answer, 'sample');
  return sample.length === 0 ? `${heading}\n` : `${heading}\n\n${printTable(ACCOUNTS, sample, page)}`;
}
