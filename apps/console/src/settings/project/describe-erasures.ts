import type { PersonErasures } from '../../gen/api.js';

/** The progress of the erasures of persons, in a sentence. */
export function describeErasures(erasures: PersonErasures | undefined): string {
  if (erasures === undefined) return 'No person was erased.';
  const { pending } = erasures;
  if (pending === 0) return 'All are complete, also on disk and in the log of raw requests.';
  return `${pending} ${pending === 1 ? 'person is' : 'persons are'} hidden, but not yet gone from disk or the log of raw requests.`;
}
