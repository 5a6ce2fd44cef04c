import { anyOf, sql, Sql, stringParam } from '../statement/index.js';

/** Whether one of the conditions holds; without parentheses if there is only one. */
export function either(conditions: readonly Sql[]): Sql {
  const [first = sql`0`, ...others] = conditions;
  return others.length === 0 ? first : anyOf(conditions);
}

/** Whether a map has one of the keys. */
export function hasAnyKey(map: Sql, keys: readonly string[]): Sql {
  return either(keys.map((key) => sql`mapContains(${map}, ${stringParam(key)})`));
}

/** The value of the first of the keys that a map of strings has; '' if it has none. */
export function firstValue(map: Sql, keys: readonly string[]): Sql {
  const [first = sql`''`, ...others] = keys.map((key) => sql`${map}[${stringParam(key)}]`);
  if (others.length === 0) return first;
  const cases = keys.map((key) => sql`mapContains(${map}, ${stringParam(key)}), ${map}[${stringParam(key)}]`);
  return sql`multiIf(${Sql.join(cases, ', ')}, '')`;
}
