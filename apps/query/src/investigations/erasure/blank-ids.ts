/** The text that replaces the ID of an erased person. */
export const ERASED = '[erased]';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/**
 * Replaces IDs in a JSON value: texts that are one, and texts that contain one as a whole word. Names of members stay.
 *
 * @returns the same value if it contains none.
 */
export function blankIds<Value extends Json>(value: Value, ids: readonly string[]): Value;
export function blankIds(value: Json, ids: readonly string[]): Json {
  if (typeof value === 'string') return blankText(value, ids);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) {
    const items: readonly Json[] = value.map((item) => blankIds(item, ids));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  const members = Object.entries(value).map(([name, member]) => [name, blankIds(member, ids)] as const);
  return members.every(([name, member]) => member === value[name]) ? value : Object.fromEntries(members);
}

/** `Array.isArray` does not narrow readonly lists. */
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

/** Replaces IDs in a text. Longer IDs are replaced first, in case one contains another. */
export function blankText(text: string, ids: readonly string[]): string {
  return [...ids]
    .filter((id) => id !== '')
    .sort((one, other) => other.length - one.length)
    .reduce((left, id) => replaceWord(left, id), text);
}

function replaceWord(text: string, id: string): string {
  let result = '';
  let from = 0;
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, from)) {
    const end = at + id.length;
    const isWhole = !isWordCharacter(text[at - 1]) && !isWordCharacter(text[end]);
    result += text.slice(from, at) + (isWhole ? ERASED : id);
    from = end;
  }
  return result + text.slice(from);
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);
