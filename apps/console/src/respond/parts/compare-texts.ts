/** A field in which two versions differ. */
export interface Difference {
  readonly name: string;
  readonly before: string;
  readonly now: string;
}

type Texts = Readonly<Record<string, string>>;

/** The fields whose texts differ, in the order of the later version. A field that a version lacks is a dash. */
export function compareTexts(before: Texts, now: Texts): readonly Difference[] {
  return [...new Set([...Object.keys(now), ...Object.keys(before)])]
    .map((name) => ({ name, before: before[name] ?? '–', now: now[name] ?? '–' }))
    .filter((each) => each.before !== each.now);
}
