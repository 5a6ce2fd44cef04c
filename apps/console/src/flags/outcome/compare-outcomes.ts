import { formatExact } from '../../api/parse-exact.js';
import type { FlagPreviewPerson } from '../../gen/api.js';
import { describeReason, describeValue } from '../describe-flag.js';

/** The results of one person with two definitions of a flag. */
export interface PersonOutcome {
  readonly personId: string;
  readonly distinctId: string;
  readonly before: string;
  readonly after: string;
  /** Whether the flag is on for the person with the second one. */
  readonly isOn: boolean;
  /** Why the person gets the second one. */
  readonly why: string;
}

/** A number of persons for whom the same happens. */
export interface Move {
  readonly from: string;
  readonly to: string;
  readonly persons: number;
}

/** Pairs the decisions of two previews by distinct ID; persons that only one of them has are left out. */
export function compareOutcomes(
  before: readonly FlagPreviewPerson[],
  after: readonly FlagPreviewPerson[],
): readonly PersonOutcome[] {
  const later = new Map(after.map((person) => [person.distinct_id, person]));
  return before.flatMap(({ distinct_id: distinctId, person_id: personId, decision }) => {
    const person = later.get(distinctId);
    if (!person) return [];
    const [value, now, then] = [describeValue(person.decision), ...[decision, person.decision].map(toPayload)];
    return [
      {
        personId,
        distinctId,
        before: describeValue(decision),
        after: now === then ? value : `${value}, with another payload`,
        isOn: person.decision?.enabled === true,
        why: describeReason(person.decision),
      },
    ];
  });
}

function toPayload(decision: FlagPreviewPerson['decision']): string {
  return formatExact(decision?.payload ?? null);
}

/** Persons by what changes for them, the most frequent change first; none for persons for whom nothing changes. */
export function countMoves(outcomes: readonly PersonOutcome[]): readonly Move[] {
  const changed = outcomes.filter(({ before, after }) => before !== after);
  return tally(changed.map(({ before, after }) => JSON.stringify([before, after]))).map(([pair, persons]) => {
    const [from = '', to = ''] = JSON.parse(pair) as string[];
    return { from, to, persons };
  });
}

/** Persons by what they get, the most frequent value first. */
export function countValues(outcomes: readonly PersonOutcome[]): readonly { name: string; value: number }[] {
  return tally(outcomes.map(({ after }) => after)).map(([name, value]) => ({ name, value }));
}

function tally(names: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}
