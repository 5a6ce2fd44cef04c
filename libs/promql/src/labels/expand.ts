import type { RE2JS } from 're2js';

/** A name in braces or bare, or a doubled dollar sign. */
const REFERENCE = /\$(?:\$|\{([\p{L}\p{N}_]+)\}|([\p{L}\p{N}_]+))/gu;

/**
 * Replaces the references of a template by the groups of a match of the whole text. A group that does not exist is empty.
 *
 * @returns undefined if the text does not match.
 */
export function expandMatch(pattern: RE2JS, template: string, text: string): string | undefined {
  const matcher = pattern.matcher(text);
  if (!matcher.matches()) return undefined;
  const groups: Readonly<Record<string, number>> = pattern.namedGroups();
  return template.replace(REFERENCE, (all, braced?: string, bare?: string) => {
    const name = braced ?? bare;
    if (name === undefined) return '$';
    const index = /^\d+$/.test(name) ? Number(name) : groups[name];
    return index === undefined || index > matcher.groupCount() ? '' : (matcher.group(index) ?? '');
  });
}
