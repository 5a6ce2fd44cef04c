/** A range of RFC 9110 as the service of files understands it. */
export interface ByteRange {
  /** Negative from the end. */
  readonly start: bigint;
  /** Position after the last byte; absent for the end of the file. */
  readonly end?: bigint;
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** @returns undefined for anything but one well-formed range, which RFC 9110 lets a server answer with the whole file. */
export function readByteRange(header: string | undefined): ByteRange | undefined {
  const [, first, last] = RANGE.exec(header?.replaceAll(/[ \t]/g, '') ?? '') ?? [];
  if (first === undefined || last === undefined) return undefined;
  if (first === '') return last === '' ? undefined : { start: -BigInt(last), ...(BigInt(last) === 0n && { end: 0n }) };
  if (last === '') return { start: BigInt(first) };
  if (BigInt(last) < BigInt(first)) return undefined;
  return { start: BigInt(first), end: BigInt(last) + 1n };
}

const STRONG_TAG = /^"([^"]*)"$/;

/**
 * The entity tag of an If-Range header; empty if the header is absent, or is a date or a weak tag, which do not
 * identify a file exactly.
 */
export function readIfRange(header: string | undefined): string {
  if (header === undefined) return '';
  return STRONG_TAG.exec(header.trim())?.[1] || 'none';
}
