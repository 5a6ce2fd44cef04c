import { createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError, type ErrorCode } from '@svc/service-error';

/** The list that a cursor belongs to. A cursor is valid only for the list it was created for. */
export interface CursorBounds {
  /** `saved_searches.list`. */
  readonly operation: string;
  readonly projectId: string;
  /** All filters of the request except limit and cursor, and everything else that determines the visible rows, in any order. */
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
   * Returns the position to continue after; undefined for an absent or empty cursor, which requests the first page. Throws `error` for
   * every text that `encode` did not create for these bounds, so that a list never restarts by mistake.
   */
  decode(cursor: string | undefined, bounds: CursorBounds & { readonly error?: ErrorCode }): Position | undefined;
}

/**
 * Creates cursors that are signed with a key derived from the secret, which all processes that serve a list share.
 *
 *     cursor  = base64url(version signature payload)
 *     version = 1 byte
 *     payload = JSON array, the position
 *     signature = first 16 bytes of HMAC-SHA-256 over version, operation, project, filters, sort and payload
 *
 * The bounds are signed but not included, so a cursor is short and reveals nothing about its creator.
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
      // Decoding ignores invalid characters and the unused bits of the last one; encoding again detects them.
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
/** Maximum length of a cursor, far above that of any position; a longer text is not decoded. */
const MAX_CURSOR_LENGTH = 4_096;

/** Sorts filters by name, so that the order of the parameters does not matter. */
function present(filters: CursorBounds['filters']): [string, FilterValue][] {
  return Object.entries(filters)
    .filter((entry): entry is [string, FilterValue] => entry[1] !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function refused(code: ErrorCode): ServiceError {
  const reason = 'must be a cursor of this list, unchanged, with the same project, filters and bounds';
  return new ServiceError(code, { message: `cursor: ${reason}`, details: [{ path: 'cursor', reason }] });
}
