import type { NumberRange } from '../search-language/index.js';

const SPAN_KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const SPAN_STATUSES = ['unset', 'ok', 'error'] as const;

export const kindName = (code: number): string => SPAN_KINDS[code] ?? 'unspecified';
export const statusName = (code: number): string => SPAN_STATUSES[code] ?? 'unset';

export const KINDS = numbered(SPAN_KINDS);
export const STATUSES = numbered(SPAN_STATUSES);

function numbered(names: readonly string[]): ReadonlyMap<string, NumberRange> {
  return new Map(names.map((name, code) => [name, { low: code, high: code }]));
}
