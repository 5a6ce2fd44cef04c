const NONE: readonly RegExpExecArray[] = [];

/** Returns all matches of a global expression. Unlike `matchAll` it is very cheap when there is no match, which is the usual case. */
export function matches(expression: RegExp, text: string): readonly RegExpExecArray[] {
  expression.lastIndex = 0;
  let match = expression.exec(text);
  if (!match) return NONE;
  const found: RegExpExecArray[] = [];
  for (; match; match = expression.exec(text)) found.push(match);
  return found;
}
