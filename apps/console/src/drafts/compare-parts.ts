/** A part of something in three states, in words. */
export interface Difference {
  readonly part: string;
  readonly before: string;
  readonly now: string;
  readonly draft: string;
}

/** The parts of something in the order in which they are shown, each with its value in words. */
export type Parts<T> = readonly (readonly [part: string, describe: (state: T) => string])[];

/** The parts that have changed since a form was opened, or that a draft would set to something else than they are now. */
export function compareParts<T>(parts: Parts<T>, before: T, now: T, draft: T): readonly Difference[] {
  return parts
    .map(([part, describe]) => ({ part, before: describe(before), now: describe(now), draft: describe(draft) }))
    .filter((each) => each.before !== each.now || each.now !== each.draft);
}
