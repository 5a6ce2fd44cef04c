/** What redaction has replaced, by where it was. */
export const MASKED_PLACES = ['text', 'input', 'attribute', 'url', 'console', 'network', 'removed'] as const;

export type MaskedPlace = (typeof MASKED_PLACES)[number];

/** Numbers of places that redaction changed. */
export type MaskedCounts = Partial<Record<MaskedPlace, number>>;

/** What a typed text becomes, whatever its length. */
export const MASK = '******';
