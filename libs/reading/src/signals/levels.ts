import type { NumberRange } from '../search-language/index.js';

/** OpenTelemetry's severity numbers by level; 0 is a record without severity. */
export const LEVELS: ReadonlyMap<string, NumberRange> = new Map([
  ['trace', { low: 1, high: 4 }],
  ['debug', { low: 5, high: 8 }],
  ['info', { low: 9, high: 12 }],
  ['warn', { low: 13, high: 16 }],
  ['error', { low: 17, high: 20 }],
  ['fatal', { low: 21, high: 24 }],
]);

export function levelName(severityNumber: number): string | undefined {
  for (const [level, { low, high }] of LEVELS) {
    if (severityNumber >= low && severityNumber <= high) return level;
  }
  return undefined;
}
