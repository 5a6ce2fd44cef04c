import { fieldValue } from '@svc/reading/search-language';
import { LOG_FIELDS } from '@svc/reading/signals';
import type { Scope, Sql } from '@svc/reading/statement';
import { invalidField } from '@svc/service-error';

const MAX_FIELDS = 3;

/** The fields of a `group_by`, each once, in the requested order. */
export function groupByNames(requested: readonly string[]): readonly string[] {
  const distinct = [...new Set(requested.map((name) => name.trim()))].filter((name) => name !== '');
  if (distinct.length === 0) throw invalidField('group_by', 'must name a field');
  if (distinct.length > MAX_FIELDS) throw invalidField('group_by', `must name at most ${MAX_FIELDS} fields`);
  return distinct;
}

/** The fields that records are counted by as they arrive. */
const COUNTED = new Set(
  ['service', 'environment', 'level', 'severity_number'].flatMap((name) => LOG_FIELDS.fields.get(name) ?? []),
);

/** Whether the counts by minute have the field, under any of its names. */
export function isCountedByMinute(name: string): boolean {
  const field = LOG_FIELDS.fields.get(name);
  return field !== undefined && COUNTED.has(field);
}

/** The expression of each name in a row. */
export function groupByKeys(names: readonly string[], scope: Scope): readonly Sql[] {
  return names.map((name) => {
    const key = fieldValue(name, LOG_FIELDS, scope);
    if (!key) throw invalidField('group_by', 'must not name the body; use patterns to group by message text');
    return key;
  });
}
