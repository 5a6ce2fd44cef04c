/** The rows of a list that is held, and how many others wait. */
export interface HeldRows<T> {
  readonly rows: readonly T[];
  readonly waiting: number;
}

/** Keeps what is shown while a list is held: rows that have come since then wait, and those that have left stay. */
export function holdRows<T>(
  shown: readonly T[],
  latest: readonly T[],
  { isHeld, getId }: { readonly isHeld: boolean; readonly getId: (row: T) => string },
): HeldRows<T> {
  if (!isHeld || shown.length === 0) return { rows: latest, waiting: 0 };
  const known = new Set(shown.map(getId));
  return { rows: shown, waiting: latest.filter((row) => !known.has(getId(row))).length };
}
