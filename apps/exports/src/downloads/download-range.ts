/** Requested range of a file. */
export interface AskedRange {
  /** Negative from the end; absent for the whole file. */
  readonly start?: bigint | undefined;
  /** First byte after the range. */
  readonly end?: bigint | undefined;
  /** The range applies only to the file with this SHA-256; to any when empty. */
  readonly ifSha256: string;
}

export interface ServedRange {
  readonly start: bigint;
  /** Equal to `start` if the range has no byte of the file. */
  readonly end: bigint;
  readonly partial: boolean;
}

/** The part of a file that answers a request. The whole file answers one for a part of another file. */
export function servedRange(
  { start, end, ifSha256 }: AskedRange,
  file: { readonly size: bigint; readonly sha256: string },
): ServedRange {
  const { size, sha256 } = file;
  if (start === undefined || (ifSha256 !== '' && ifSha256 !== sha256)) return { start: 0n, end: size, partial: false };
  const from = start < 0n ? (size + start > 0n ? size + start : 0n) : start;
  const to = end === undefined || end > size ? size : end;
  return from < to ? { start: from, end: to, partial: true } : { start: from, end: from, partial: true };
}
