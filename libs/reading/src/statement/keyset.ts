import { idBytes, sql, type Parameter, type Sql } from '@svc/sql';

export type Direction = 'asc' | 'desc';

/** Where a page ended. Every list is ordered by a value and then by an id, so that rows with equal values have an order too. */
export interface Position {
  readonly value: bigint;
  /** 32 hexadecimal digits. */
  readonly id: string;
}

/** Rows after a position: `key` is the pair of columns the list is ordered by. */
export function isAfter(key: Sql, value: Sql | Parameter, { id }: Position, direction: Direction): Sql {
  const position = sql`(${value}, ${idBytes(id, 16)})`;
  return direction === 'desc' ? sql`(${key}) < ${position}` : sql`(${key}) > ${position}`;
}

export const directionSql = (direction: Direction): Sql => (direction === 'desc' ? sql`DESC` : sql`ASC`);
