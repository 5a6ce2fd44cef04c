import { toObject } from './reported-usage.js';

/**
 * The counts of a usage object by name, those one level below with a dot. A list of Gemini by modality counts as an object:
 * `[{modality: 'AUDIO', tokenCount: 3}]` is `AUDIO: 3`.
 */
export function flattenUsage(usage: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  const flat = new Map<string, unknown>();
  for (const [name, value] of Object.entries(usage)) {
    if (typeof value === 'number') flat.set(name, value);
    else for (const [inner, count] of innerCounts(value)) flat.set(`${name}.${inner}`, count);
  }
  return flat;
}

function innerCounts(value: unknown): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(value)) return Object.entries(toObject(value)).filter(([, count]) => typeof count === 'number');
  return value.map(toObject).map(({ modality, tokenCount }) => [String(modality), tokenCount] as const);
}
