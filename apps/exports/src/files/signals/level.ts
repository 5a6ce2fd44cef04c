import type { NumberRange } from '@svc/reading/search-language';
import { Sql, sql, stringParam, uint8 } from '@svc/reading/statement';

/** The name of a row's severity; null without one. */
export function toLevelName(levels: ReadonlyMap<string, NumberRange>): Sql {
  const cases = [...levels].map(
    ([name, { low, high }]) => sql`severity_number BETWEEN ${uint8(low)} AND ${uint8(high)}, ${stringParam(name)}`,
  );
  return sql`multiIf(${Sql.join(cases, ', ')}, NULL)`;
}

/** The name of a number of a fixed set, which begins with 0. */
export function toEnumName(column: Sql, names: readonly string[]): Sql {
  return sql`transform(toUInt8(${column}), [${Sql.join(
    names.map((_, code) => sql`${uint8(code)}`),
    ', ',
  )}], [${Sql.join(
    names.map((name) => sql`${stringParam(name)}`),
    ', ',
  )}], ${stringParam(names[0] ?? '')})`;
}
