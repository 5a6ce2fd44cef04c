import { isObject, plainText, type Json, type JsonObject } from '../runtime/values/json.js';
import { wrapLine } from './layout/lines.js';
import { oneLine } from './layout/sanitize.js';
import type { Page } from './layout/table.js';

const MAX_NOTICES = 10;
/** The answer, the records in it, and the records in these. */
const MAX_DEPTH = 3;
/** Fields that name a record, the most readable first. */
const NAMES = ['name', 'value', 'title', 'id'];
const UNPROVED =
  'gets no messages before its owner has opened the link that was sent to it. `svc channels test` sends another one.';

/**
 * Formats the warnings of an answer, whatever the command: `warnings` that are sentences or have a `summary`, and
 * `unproved_recipients`. Those of a record in a list begin with the name of the record.
 */
export function printNotices(answer: Json, page: Page): string {
  const all = [...new Set(collect(answer, 0, ''))];
  const more =
    all.length > MAX_NOTICES ? [`${all.length - MAX_NOTICES} more warnings are in the output of -o json.`] : [];
  return [...all.slice(0, MAX_NOTICES), ...more]
    .map((notice) => `${page.colors.yellow(wrapLine(`Warning: ${notice}`, page))}\n`)
    .join('');
}

function collect(value: Json, depth: number, name: string): string[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((item) => (isObject(item) ? collect(item, depth + 1, nameOf(item)) : []));
  if (!isObject(value)) return [];
  const { warnings = [], unproved_recipients: unproved = [], ...others } = value;
  const own = [...sentences(warnings), ...texts(unproved).map((address) => `${address} ${UNPROVED}`)];
  return [
    ...own.map((sentence) => (name === '' ? sentence : `${name}: ${sentence}`)),
    ...Object.values(others).flatMap((each) => collect(each, depth, '')),
  ];
}

function sentences(warnings: Json): string[] {
  if (!Array.isArray(warnings)) return [];
  const all = warnings as readonly Json[];
  return texts(all.map((warning) => (isObject(warning) ? (warning['summary'] ?? '') : warning)));
}

function texts(values: Json): string[] {
  const all = Array.isArray(values) ? (values as readonly Json[]) : [];
  return all.map((text) => oneLine(plainText(text))).filter((text) => text !== '');
}

function nameOf(record: JsonObject): string {
  return NAMES.map((field) => oneLine(plainText(record[field] ?? ''))).find((text) => text !== '') ?? '';
}
