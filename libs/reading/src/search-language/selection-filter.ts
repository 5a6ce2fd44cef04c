/** The filters that every signal has under the same names; each list may be empty. */
export interface OriginFilters {
  readonly q: string;
  readonly service: readonly string[];
  readonly environment: readonly string[];
  readonly level: readonly string[];
}

/**
 * Converts filters to one text of the search language: different filters are combined with AND, the values of one with OR.
 *
 * @param quoteValue writes a value; as a quoted text by default, so that it can neither end the text nor add a condition.
 */
export function toSearch(filters: OriginFilters, quoteValue: (value: string) => string = quoteText): string {
  const { q, service, environment, level } = filters;
  const lists = [
    ['service', service],
    ['environment', environment],
    ['level', level],
  ] as const;
  const parts = [
    ...(q.trim() === '' ? [] : [`(${q})`]),
    ...lists.flatMap(([name, values]) =>
      values.length === 0 ? [] : [`${name}:(${values.map(quoteValue).join(' OR ')})`],
    ),
  ];
  return parts.join(' AND ');
}

/** Writes a text as one value of the search language. */
export const quoteText = (text: string): string => `"${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`;
