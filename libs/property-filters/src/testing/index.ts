import { readFileSync } from 'node:fs';
import type { Json } from '../question.js';

export interface PropertyFilterVector {
  readonly op: string;
  /** Absent if the operator takes none. */
  readonly value?: Json;
  /** Absent if the property is missing. */
  readonly candidate?: Json;
  readonly passes: boolean;
}

/** Published cases of every operator. Each compiler is tested with all of them. */
export function readVectors(): { readonly now: string; readonly cases: readonly PropertyFilterVector[] } {
  const file = new URL('../../vectors/property-filters.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof readVectors>;
}
