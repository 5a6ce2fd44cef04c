import { SymbolFileRefusal } from '../columns/refusal.js';
import type { FileNames } from './read-envelope.js';

/** Longest texts, in characters. */
const LIMITS = { release: 200, dist: 64, filename: 1_000 } as const;
const CONTROL = /\p{Cc}/u;

/** @throws SymbolFileRefusal for a name that is too long or has control characters. */
export function checkNames(names: FileNames): void {
  for (const field of ['release', 'dist', 'filename'] as const) {
    if (names[field].length > LIMITS[field])
      throw new SymbolFileRefusal(`must be at most ${LIMITS[field]} characters`, field);
    if (CONTROL.test(names[field])) throw new SymbolFileRefusal('must not have control characters', field);
  }
}
