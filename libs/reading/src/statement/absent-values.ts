/** Columns have no null: an absent string is empty, an absent ID is all zeros. */
export const emptyToUndefined = (value: string): string | undefined => (value === '' ? undefined : value);
export const zeroIdToUndefined = (hex: string): string | undefined => (/^0*$/.test(hex) ? undefined : hex);

/** The values of a repeated filter; an empty one, as in `?service=`, does not filter. */
export const nonEmpty = (values: readonly string[]): string[] => [...new Set(values)].filter((value) => value !== '');
