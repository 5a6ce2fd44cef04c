import { idBytes, sql, type Parameter, type Sql } from '@svc/tables/sql';

export type Direction = 'asc' | 'desc';

/**
 * The end of a page. Every list is ordered by a value and then by an ID, so that rows with equal values have an order
 * too.
 */
export interface Position {
  readonly value: bigint;
  /** 16 or 32 hexadecimal digits. */
  readonly id: string;
}

/** Selects the rows after a position: `key` is the pair of columns that the list is ordered by. */
export function isAfter(key: Sql, value: Sql | Parameter, { id }: Position, direction: Direction): Sql {
  const position = sql`(${value}, ${idBytes(id, id.length === 16 ? 8 : 16)})`;
  return direction === 'desc' ? sql`(${key}) < ${position}` : sql`(${key}) > ${position}`;
}

export const directionSql = (direction: Direction): Sql => (direction === 'desc' ? sql`DESC` : sql`ASC`);
