import type { Store } from '../session/store.js';
import type { Chunk } from './chunk.js';

/** Characters of the chunks that the next page of the window can send. */
const MAX_LENGTH = 1024 * 1024;
const NAME = 'unsent';

/** Keeps the chunks that fit, the oldest ones first. */
export function keepUnsent(store: Store, chunks: readonly Chunk[]): void {
  let length = 0;
  const kept = chunks.filter(({ text }) => {
    const fits = length + text.length <= MAX_LENGTH;
    if (fits) length += text.length;
    return fits;
  });
  store.set(NAME, kept.length > 0 ? kept : undefined);
}

/** Returns what the page before could not send, and forgets it. */
export function takeUnsent(store: Store): Chunk[] {
  const stored = store.get(NAME);
  store.set(NAME);
  const chunks: readonly (Partial<Chunk> | null)[] = Array.isArray(stored) ? stored : [];
  return chunks.filter((chunk): chunk is Chunk => typeof chunk?.text === 'string');
}
