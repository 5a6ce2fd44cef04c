/** Escapes the characters that have a meaning in patterns of LIKE, with its default escape character. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

interface Contains {
  readonly contains: string;
  readonly mode: 'insensitive';
}

type NameCondition<Field extends string> = { OR?: { [Name in Field]?: Contains }[] };

/**
 * The condition of a list that is filtered by a name: case-insensitive, and true for every row if the text is empty.
 *
 * @param fields those of which one has to contain the text; `name` by default.
 */
export function nameContains(text: string): NameCondition<'name'>;
export function nameContains<Field extends string>(text: string, ...fields: [Field, ...Field[]]): NameCondition<Field>;
export function nameContains(text: string, ...fields: string[]): NameCondition<string> {
  if (text === '') return {};
  const names = fields.length > 0 ? fields : ['name'];
  // The library passes the text on as a pattern.
  const contains = { contains: escapeLike(text), mode: 'insensitive' } as const;
  return { OR: names.map((name) => ({ [name]: contains })) };
}
