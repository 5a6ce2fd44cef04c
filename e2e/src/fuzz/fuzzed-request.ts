import type { FuzzedOperation, Schema } from './catalog.js';
import { hostileValue, MARK } from './hostile-values.js';

/** One request as it is sent. */
export interface FuzzedRequest {
  readonly operation: string;
  /** The parameter or field with the hostile value. */
  readonly field: string;
  readonly method: string;
  /** The path with the query string, relative to the address of the service. */
  readonly path: string;
  readonly body: string | undefined;
}

type Random = () => number;

/** A request of the operation that is plausible but for one parameter or field. */
export function fuzzedRequest(operation: FuzzedOperation, projectId: string, random: Random): FuzzedRequest {
  const { id, method, parameters, body } = operation;
  const fields = body ? ['(body)', ...fieldsIn(body)] : [];
  const names = [...parameters.map(({ name }) => name), ...fields];
  const field = names[Math.floor(random() * names.length)] ?? '(none)';
  const hostile = hostileValue(random);
  const isIn = (place: string) => parameters.filter((parameter) => parameter.in === place);
  let path = operation.path;
  for (const { name } of isIn('path')) {
    path = path.replace(`{${name}}`, encodeURIComponent(name === field ? toText(hostile).slice(0, 2_000) : 'x'));
  }
  const query = new URLSearchParams({ project_id: projectId });
  for (const { name } of isIn('query').filter((parameter) => parameter.name === field)) {
    const values = Array.isArray(hostile) ? hostile.slice(0, 200) : [hostile];
    query.delete(name);
    for (const value of values) query.append(name, toText(value).slice(0, 12_000 / values.length));
  }
  return {
    operation: id,
    field,
    method,
    path: `${path}?${query.toString()}`,
    body: body && writeBody(body, field, hostile, random),
  };
}

function writeBody(schema: Schema, field: string, hostile: unknown, random: Random): string {
  if (field === '(body)') return JSON.stringify(hostile) ?? 'null';
  const text = JSON.stringify(plausible(schema, '', { field, hostile }));
  // A repeated name: parsers differ in which value they use.
  return random() < 0.05 ? text.replace(/^\{/, `{"${field.split('.')[0]}":"${MARK}",`) : text;
}

/** The fields of a body, including those of the elements of lists, with a dot between levels. */
function fieldsIn(schema: Schema, prefix = ''): string[] {
  const { properties = {}, items } = schema;
  const own = Object.entries(properties).flatMap(([name, member]) => [
    prefix + name,
    ...fieldsIn(member, `${prefix}${name}.`),
  ]);
  return items ? [...own, ...fieldsIn(items, prefix)] : own;
}

function plausible(schema: Schema, at: string, put: { readonly field: string; readonly hostile: unknown }): unknown {
  if (at !== '' && at === put.field) return put.hostile;
  const { type, enum: choices, format, minimum = 1, minItems = 1, items, properties, required = [] } = schema;
  if (choices) return choices[0];
  if (items) return Array.from({ length: Math.max(1, minItems) }, () => plausible(items, at, put));
  if (properties) {
    const isNeeded = (name: string): boolean => {
      const own = at === '' ? name : `${at}.${name}`;
      return required.includes(name) || put.field === own || put.field.startsWith(`${own}.`);
    };
    const members = Object.entries(properties).filter(([name]) => isNeeded(name));
    return Object.fromEntries(
      members.map(([name, member]) => [name, plausible(member, at === '' ? name : `${at}.${name}`, put)]),
    );
  }
  if (type === 'integer' || type === 'number') return minimum;
  if (type === 'boolean') return true;
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  return type === 'object' ? {} : 'x';
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '');
}
