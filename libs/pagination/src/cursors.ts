import { createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError, type ErrorCode } from '@svc/errors';

/** The list a cursor belongs to. A cursor is valid for exactly the list it was made for. */
export interface CursorBounds {
  /** `saved_searches.list`. */
  readonly operation: string;
  readonly projectId: string;
  /** Every filter of the request but limit and cursor, and whatever else decides which rows the caller sees. Order is free. */
  readonly filters: Readonly<Record<string, FilterValue | undefined>>;
  /** `created_at desc, id desc`: a page of one order cannot be continued in another. */
  readonly sort: string;
}

export type FilterValue = string | number | boolean | readonly string[];

/** The sort values of the last row of a page, ending in its primary key. 64-bit integers travel as text. */
export type Position = readonly (string | number)[];

export interface Cursors {
  encode(page: CursorBounds & { readonly position: Position }): string;
  /**
   * The position to continue after; undefined for an absent or empty cursor, which asks for the first page. Throws `error` for
   * every other text that was not made by `encode` for these bounds: a list never restarts by mistake.
   */
  decode(cursor: string | undefined, bounds: CursorBounds & { readonly error?: ErrorCode }): Position | undefined;
}

/**
 * Cursors signed with a key derived from the secret, which all processes that serve a list share.
 *
 *     cursor  = base64url(version signature payload)
 *     version = 1 byte
 *     payload = JSON array, the position
 *     signature = first 16 bytes of HMAC-SHA-256 over version, operation, project, filters, sort and payload
 *
 * The bounds are signed and not carried: a cursor is short and tells nothing about who made it.
 */
export function createCursors(secret: string): Cursors {
  if (Buffer.byteLength(secret) < MIN_SECRET_BYTES) throw new Error(`The secret must have ${MIN_SECRET_BYTES} bytes.`);
  const key = createHmac('sha256', secret).update('svc cursor').digest();

  const sign = ({ operation, projectId, filters, sort }: CursorBounds, payload: Uint8Array): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([VERSION, operation, projectId, present(filters), sort]))
      .update(payload)
      .digest()
      .subarray(0, SIGNATURE_BYTES);

  return {
    encode: ({ position, ...bounds }) => {
      const payload = Buffer.from(JSON.stringify(position));
      return Buffer.concat([Buffer.of(VERSION), sign(bounds, payload), payload]).toString('base64url');
    },
    decode: (cursor, { error = 'invalid_request', ...bounds }) => {
      if (!cursor) return undefined;
      const bytes = Buffer.from(cursor.slice(0, MAX_CURSOR_LENGTH), 'base64url');
      // Decoding skips what is not base64url and the unused bits of the last character; writing it again shows them.
      const isExact = bytes.toString('base64url') === cursor;
      if (!isExact || bytes[0] !== VERSION || bytes.length <= HEADER_BYTES) throw refused(error);
      const payload = bytes.subarray(HEADER_BYTES);
      if (!timingSafeEqual(sign(bounds, payload), bytes.subarray(1, HEADER_BYTES))) throw refused(error);
      return JSON.parse(payload.toString()) as Position;
    },
  };
}

const VERSION = 1;
const SIGNATURE_BYTES = 16;
const HEADER_BYTES = 1 + SIGNATURE_BYTES;
const MIN_SECRET_BYTES = 16;
/** Far above what any position of ours needs; a longer text is not decoded at all. */
const MAX_CURSOR_LENGTH = 4_096;

/** Sorted by name, so that the order of a request's parameters does not matter. */
function present(filters: CursorBounds['filters']): [string, FilterValue][] {
  return Object.entries(filters)
    .filter((entry): entry is [string, FilterValue] => entry[1] !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function refused(code: ErrorCode): ServiceError {
  const reason = 'must be a cursor of this list, unchanged, with the same project and filters';
  return new ServiceError(code, { message: `cursor: ${reason}`, details: [{ path: 'cursor', reason }] });
}
