export type LimitCode = 'row_limit_reached' | 'byte_limit_reached' | 'time_limit_reached';

const MESSAGES: Readonly<Record<LimitCode, string>> = {
  row_limit_reached: 'The export has more rows than one export may have; choose a shorter window or a filter.',
  byte_limit_reached:
    'The export is larger than one export may be; choose a shorter window, a filter or fewer columns.',
  time_limit_reached: 'The export takes longer than one export may take; choose a shorter window or a filter.',
};

/** An export exceeds what one export may be, which no repetition changes. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';

  constructor(readonly code: LimitCode) {
    super(MESSAGES[code]);
  }
}

export interface Caps {
  readonly maxRows: number;
  readonly maxBytes: number;
  readonly maxSeconds: number;
}

/** @returns the limit that an export has exceeded; 0 means no limit. */
export function reachedLimit(
  caps: Caps,
  written: { readonly rows: bigint; readonly bytes: bigint; readonly seconds: number },
): LimitReached | undefined {
  const exceeds = (value: bigint | number, cap: number): boolean => cap > 0 && value > cap;
  if (exceeds(written.rows, caps.maxRows)) return new LimitReached('row_limit_reached');
  if (exceeds(written.bytes, caps.maxBytes)) return new LimitReached('byte_limit_reached');
  if (exceeds(written.seconds, caps.maxSeconds)) return new LimitReached('time_limit_reached');
  return undefined;
}
