import { isObject, objectsAt, plainText, type Json } from '../../../runtime/values/json.js';
import { printTable, type Column, type Page } from '../../layout/table.js';
import { counted, toSecond, wholeNumber } from '../../layout/units.js';

const FIGURES: readonly Column[] = [
  { title: 'ERRORS', field: 'count', format: wholeNumber, align: 'right' },
  { title: 'FIRST SEEN', field: 'first_seen', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
  { title: 'LAST SEEN', field: 'last_seen', dropOrder: 2, format: toSecond, paint: (_, colors) => colors.dim },
];
const PERSONS: readonly Column[] = [
  { title: 'PERSON', field: 'distinct_id', flexible: true, paint: (_, colors) => colors.cyan },
  { title: 'ID', field: 'person_id', whole: true, fromWidth: 120, paint: (_, colors) => colors.dim },
  ...FIGURES,
];
const ACCOUNTS: readonly Column[] = [
  { title: 'ACCOUNT', field: 'group_key', flexible: true, paint: (_, colors) => colors.cyan },
  { title: 'TYPE', field: 'group_type' },
  ...FIGURES,
];

/** Prints the persons that an issue affected, and the accounts on the first page. */
export function printAffected(answer: Json, page: Page): string {
  const found = isObject(answer) ? answer : {};
  const persons = objectsAt(answer, 'affected');
  const accounts = objectsAt(answer, 'accounts');
  const unknown = plainText(found['anonymous_count'] ?? 0);
  const facts = counted(found['person_count'] ?? 0, 'person');
  const nobody = unknown === '0' ? '' : page.colors.dim(`  and ${counted(unknown, 'error')} of unknown persons`);
  const parts = [
    `${page.colors.bold(facts)}${nobody}\n`,
    ...(persons.length === 0 ? [] : [printTable(PERSONS, persons, page)]),
    ...(accounts.length === 0 ? [] : [printTable(ACCOUNTS, accounts, page)]),
  ];
  return parts.join('\n');
}
