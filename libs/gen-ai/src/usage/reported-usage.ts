import type { InputMode } from './input-mode.js';

/** The usage of a call as an instrumentation reports it: the number that contains another one differs ([disjoint](disjoint-usage.ts)). */
export interface ReportedUsage {
  /** The mode that the names of the fields state; absent if they leave it to the instrumentation. */
  readonly mode?: InputMode;
  readonly input?: number;
  readonly output?: number;
  readonly total?: number;
  readonly cacheRead?: number;
  /** Written to the cache, of every lifetime. */
  readonly cacheWrite?: number;
  readonly cacheWrite5m?: number;
  readonly cacheWrite1h?: number;
  readonly reasoning?: number;
  readonly inputAudio?: number;
  readonly inputAudioCached?: number;
  readonly inputImage?: number;
  readonly inputImageCached?: number;
  readonly outputAudio?: number;
  readonly outputImage?: number;
  readonly webSearches?: number;
}

export type ReportedField = Exclude<keyof ReportedUsage, 'mode'>;

/** A count that a double holds exactly; some instrumentations write it as `12.0`. Undefined for anything else. */
export function toCount(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
  const count = Number(value);
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** The object of a JSON text; an empty one for anything else. */
export function parseObject(text: string | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined) return {};
  try {
    return toObject(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The value if it is an object; an empty one otherwise. */
export function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
