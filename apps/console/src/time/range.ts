export interface Range {
  readonly from: string;
  readonly to: string;
}

export function resolveRange(_range: Range, nowMs: number): { readonly startMs: number; readonly endMs: number } {
  return { startMs: nowMs - 3_600_000, endMs: nowMs };
}
