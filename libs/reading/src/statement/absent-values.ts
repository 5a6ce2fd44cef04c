/** Columns have no null: an absent text is empty, an absent id is all zero. */
export const emptyToUndefined = (value: string): string | undefined => (value === '' ? undefined : value);
export const zeroIdToUndefined = (hex: string): string | undefined => (/^0*$/.test(hex) ? undefined : hex);

/** The values of a repeated filter; an empty one, as `?service=` sends it, filters nothing. */
export const nonEmpty = (values: readonly string[]): string[] => [...new Set(values)].filter((value) => value !== '');
