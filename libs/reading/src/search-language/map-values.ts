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

/**
 * The value of a key of a map of strings, '' if there is none; as `map[key]`, for conditions that read the whole map anyway: the engine
 * reads the map once more for each `map[key]`.
 */
export function valueInMap(map: Sql, key: string): Sql {
  return sql`mapValues(${map})[${position(map, key)}]`;
}

/** The value of the first of the keys that a map of strings has; '' if it has none. */
export function firstValue(map: Sql, keys: readonly string[]): Sql {
  const [first = '', ...others] = keys;
  if (others.length === 0) return sql`${map}[${stringParam(first)}]`;
  const cases = keys.map((key) => sql`mapContains(${map}, ${stringParam(key)}), ${position(map, key)}`);
  return sql`mapValues(${map})[multiIf(${Sql.join(cases, ', ')}, 0)]`;
}

/** Counted from 1; 0 if a map does not have the key. */
const position = (map: Sql, key: string): Sql => sql`indexOf(mapKeys(${map}), ${stringParam(key)})`;
