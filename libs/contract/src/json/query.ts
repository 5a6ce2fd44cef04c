import { getOption, type DescField, type DescMessage } from '@bufbuild/protobuf';
import { keeps_empty as keepsEmpty } from '../gen/svc/v1/policy_pb.js';
import { keepItem, readTimestamp } from './decode.js';
import { fieldsByName, setField, type MessageInit } from './fields.js';
import { childPath, itemPath } from './path.js';
import { readEnum, readScalarText } from './scalar.js';
import { Refusal, type Violations } from './violations.js';

/** Returns name and value of each parameter of a query string, decoded and in order, including repeated names. */
export type QueryPairs = Iterable<readonly [name: string, value: string]>;

export type PathParameters = Readonly<Record<string, string>>;

export function readPathParameters(desc: DescMessage, parameters: PathParameters, violations: Violations): MessageInit {
  const fields = fieldsByName(desc);
  const init: MessageInit = {};
  for (const [name, text] of Object.entries(parameters)) {
    const field = fields.get(name);
    if (!field) throw new Error(`${desc.typeName} has no field for the path parameter ${name}`);
    keep(init, field, readText(field, text), name, violations);
  }
  return init;
}

/**
 * Decodes every parameter of a query string except `taken`, which comes from the path. An empty value counts as omitted,
 * unless the field keeps it. A repeated field accepts repeated parameters and comma-separated values, in which `\,` is a comma and `\\` a
 * backslash; other parameters may appear only once.
 */
export function readParameters(
  desc: DescMessage,
  pairs: QueryPairs,
  init: MessageInit,
  taken: ReadonlySet<string>,
  violations: Violations,
): void {
  const fields = fieldsByName(desc);
  for (const [name, values] of groupByName(pairs)) {
    const path = childPath('', name);
    const field = taken.has(name) ? undefined : fields.get(name);
    if (!field) violations.add(path, 'is not a known parameter');
    else if (field.fieldKind === 'list') setField(init, field, readItems(field, values, path, violations));
    else if (values.length > 1) violations.add(path, 'must not be repeated');
    else {
      const [value = ''] = values;
      if (value === '' && !getOption(field, keepsEmpty)) continue;
      keep(init, field, name === PAGE_SIZE ? readPageSize(value) : readText(field, value), path, violations);
    }
  }
}

function readItems(field: DescField, values: readonly string[], path: string, violations: Violations): unknown[] {
  const texts = values.flatMap(splitAtCommas).filter((text) => text !== '');
  return texts.map((text, index) => keepItem(field, readText(field, text), itemPath(path, index), violations));
}

/** Splits a value at its commas. A backslash keeps a comma or another backslash as it is, and means itself before anything else. */
function splitAtCommas(value: string): string[] {
  const parts = [''];
  for (const [token] of value.matchAll(/\\[\\,]|[^]/gu)) {
    if (token === ',') parts.push('');
    else parts.push(`${parts.pop() ?? ''}${token.length === 2 && token.startsWith('\\') ? token.slice(1) : token}`);
  }
  return parts;
}

/** The parameter of a page's size, which every listing clamps to its own maximum; so it is never too large. */
const PAGE_SIZE = 'limit';
const MAX_INT32 = 2 ** 31 - 1;
const POSITIVE_INTEGER = /^[1-9][0-9]*$/;

function readPageSize(text: string): number | Refusal {
  return POSITIVE_INTEGER.test(text)
    ? Math.min(Number(text), MAX_INT32)
    : new Refusal('must be an integer of at least 1');
}

function readText({ scalar, enum: enumDesc }: DescField, text: string): unknown {
  if (scalar !== undefined) return readScalarText(scalar, text);
  return enumDesc ? readEnum(enumDesc, text) : readTimestamp(text);
}

function keep(init: MessageInit, field: DescField, value: unknown, path: string, violations: Violations): void {
  if (value instanceof Refusal) violations.add(path, value.reason);
  else setField(init, field, value);
}

function groupByName(pairs: QueryPairs): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}
