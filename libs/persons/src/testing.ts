import fc from 'fast-check';
import type { IdentityFact } from './links.js';

/**
 * Few IDs and times, so that histories collide; one character above U+FFFF, which sorts differently in UTF-8 and
 * UTF-16.
 */
const IDS = ['a', 'b', 'c', 'd', 'e', 'f', '\u{1F4A3}', '\uFF5E', 'guest'];

export const messageIds = fc.constantFrom('m', 'm1', 'M', 'z', '\u{1F4A3}', '\uFF5E', '');
export const times = fc.bigInt({ min: -2n, max: 6n });

export const facts: fc.Arbitrary<IdentityFact> = fc.record({
  anonDistinctId: fc.oneof(
    { weight: 1, arbitrary: fc.constant('') },
    { weight: 5, arbitrary: fc.constantFrom(...IDS) },
  ),
  distinctId: fc.constantFrom(...IDS),
  time: times,
  messageId: messageIds,
});

/** Generates the given elements in any order, some of them several times. */
export function disordered<T>(items: readonly T[]): fc.Arbitrary<T[]> {
  if (items.length === 0) return fc.constant([]);
  return fc
    .tuple(
      fc.shuffledSubarray([...items], { minLength: items.length }),
      fc.array(fc.constantFrom(...items), { maxLength: 5 }),
    )
    .map(([all, again]) => [...all, ...again]);
}
