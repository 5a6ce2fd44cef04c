import { isObject, plainText, type Json } from '../../runtime/values/json.js';
import { joinFacts, wrapLine } from '../layout/lines.js';
import { oneLine } from '../layout/sanitize.js';
import { printTable, type Column, type Page } from '../layout/table.js';
import { toSecond } from '../layout/units.js';

/** Prints a person: its IDs and its properties. */
export function printPerson(answer: Json, page: Page): string {
  const person = isObject(answer) ? answer : {};
  const ids = Array.isArray(person['distinct_ids']) ? person['distinct_ids'] : [];
  const facts = [
    `person ${plainText(person['id'])}`,
    person['is_identified'] === true ? 'identified' : 'anonymous',
    ...seen(person),
  ];
  const aliases = ids.slice(1).map(plainText).join(', ');
  const also = aliases === '' ? '' : `\n${page.colors.dim(wrapLine(oneLine(`also ${aliases}`), page))}`;
  return `${heading(plainText(person['distinct_id']), facts, page)}${also}\n\n${printProperties(person['properties'], page)}`;
}

/** Prints an account: its key and its properties. */
export function printAccount(answer: Json, page: Page): string {
  const account = isObject(answer) ? answer : {};
  const name = `${plainText(account['group_type'])} ${plainText(account['group_key'])}`;
  return `${heading(name, seen(account), page)}\n\n${printProperties(account['properties'], page)}`;
}

function heading(name: string, facts: readonly string[], page: Page): string {
  const { bold, dim } = page.colors;
  return `${bold(wrapLine(oneLine(name), page))}\n${dim(joinFacts(facts.map(oneLine), '  ', page))}`;
}

function seen(of: Record<string, Json | undefined>): string[] {
  return [`first seen ${toSecond(of['first_seen'] ?? '')}`, `last seen ${toSecond(of['last_seen'] ?? '')}`];
}

const COLUMNS: readonly Column[] = [
  { title: 'PROPERTY', field: 'name', paint: (_, colors) => colors.cyan },
  { title: 'VALUE', field: 'value', flexible: true, lines: 5 },
];

function printProperties(properties: Json | undefined, page: Page): string {
  const entries = isObject(properties) ? Object.entries(properties) : [];
  if (entries.length === 0) return 'No properties.\n';
  const rows = entries.map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
  return printTable(COLUMNS, rows, page);
}
