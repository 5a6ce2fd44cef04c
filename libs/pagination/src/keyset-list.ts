import type { ErrorCode } from '@svc/service-error';
import type { CursorBounds, Cursors, Position } from './cursors.js';
import { cutPage, pageLimit, type Page, type PageLimits } from './page.js';

/** The types that a field of a key can have. */
interface FieldTypes {
  string: string;
  number: number;
  bigint: bigint;
  date: Date;
}

/** The fields of a key by name, in the order in which rows are sorted. The last one is unique. */
export type KeyFields = Readonly<Record<string, keyof FieldTypes>>;

/** The key of a row, after which a page continues. */
export type Key<Fields extends KeyFields> = { readonly [Name in keyof Fields]: FieldTypes[Fields[Name]] };

/** The order of a list. */
export interface KeysetOrder<Fields extends KeyFields> {
  /** Part of what a cursor is bound to, e.g. `created_at desc, id desc`. */
  readonly sort: string;
  readonly key: Fields;
}

/** Rows that were created last come first. */
export const NEWEST_FIRST = {
  sort: 'created_at desc, id desc',
  key: { createdAt: 'date', id: 'string' },
} as const satisfies KeysetOrder<KeyFields>;

/** One request for a page of a list, and the query that reads its rows. */
export interface KeysetList<Fields extends KeyFields, Row> extends Omit<CursorBounds, 'sort'> {
  readonly order: KeysetOrder<Fields>;
  readonly limits: PageLimits;
  readonly request: { readonly cursor?: string; readonly limit?: number | undefined };
  /** The code of the error for an invalid cursor; `invalid_request` by default. */
  readonly cursorError?: ErrorCode;
  /** Returns up to `take` rows in the order of the list: those after the key, or the first ones. */
  readonly read: (after: Key<Fields> | undefined, take: number) => Promise<readonly Row[]>;
}

/**
 * Reads one page of a list that continues with signed cursors.
 *
 * @throws ServiceError for a cursor of another list, before anything is read.
 */
export async function keysetList<const Fields extends KeyFields, Row extends Key<Fields>>(
  cursors: Cursors,
  { operation, projectId, filters, order, limits, request, cursorError, read }: KeysetList<Fields, Row>,
): Promise<Page<Row>> {
  const bounds = { operation, projectId, filters, sort: order.sort };
  const position = cursors.decode(request.cursor, cursorError ? { ...bounds, error: cursorError } : bounds);
  const limit = pageLimit(request.limit, limits);
  const found = await read(position && toKey(order.key, position), limit + 1);
  return cutPage(found, limit, (last) => cursors.encode({ ...bounds, position: toPosition(order.key, last) }));
}

function toPosition<Fields extends KeyFields>(fields: Fields, row: Key<Fields>): Position {
  return Object.keys(fields).map((name) => {
    const value = row[name];
    return value instanceof Date ? value.toISOString() : String(value);
  });
}

/** Positions come from cursors that this service signed, so they have the types that toPosition() gave them. */
function toKey<Fields extends KeyFields>(fields: Fields, position: Position): Key<Fields> {
  const values = Object.entries(fields).map(([name, type], nth) => [name, PARSERS[type](String(position[nth] ?? ''))]);
  return Object.fromEntries(values) as Key<Fields>;
}

const PARSERS: { readonly [Type in keyof FieldTypes]: (text: string) => FieldTypes[Type] } = {
  string: (text) => text,
  number: Number,
  bigint: BigInt,
  date: (text) => new Date(text),
};
