import { ServiceError } from '@svc/service-error';

/** The part of a file that a request carries, in bytes. */
export interface ContentRange {
  /** Undefined in a question for how far the upload is. */
  readonly part: { readonly start: number; /** Not included. */ readonly end: number } | undefined;
  readonly total: number;
}

const RANGE = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15})$/i;

/**
 * Reads `bytes 0-4194303/20000000`, or one with an asterisk for the bytes.
 *
 * @returns undefined without the header: the body is the whole file.
 * @throws ServiceError invalid_request.
 */
export function readContentRange(header: string | undefined): ContentRange | undefined {
  if (header === undefined) return undefined;
  const match = RANGE.exec(header.trim());
  if (!match) throw malformed('must be bytes, the first and the last one of the body, and the size of the file');
  const total = Number(match[3]);
  if (match[1] === undefined) return { part: undefined, total };
  const [start, end] = [Number(match[1]), Number(match[2]) + 1];
  if (start >= end || end > total) throw malformed('names bytes that the file does not have');
  return { part: { start, end }, total };
}

function malformed(reason: string): ServiceError {
  const details = [{ path: 'content-range', reason }];
  return new ServiceError('invalid_request', { message: `content-range: ${reason}`, details });
}
