import { compilePattern, estimatePatternSize, MAX_PATTERN_SIZE, searchableLength } from '@svc/property-filters';
import { RE2JS } from 're2js';

/** Characters that have a meaning in an expression; each stands for itself after a backslash. */
const ALTERNATIVES = /^(?:[^\\.+*?()|[\]{}^$]|\\[\\.+*?()|[\]{}^$/-]|\|)*$/;
const GROUP = /^\((?:\?:)?([^()]*)\)$/;

/** Tests whole texts. */
export interface Expression {
  readonly test: (text: string) => boolean;
  /** Compiled instructions, of which the time of a test depends; 0 for alternatives of plain texts. */
  readonly size: number;
}

/**
 * Compiles a regular expression of RE2, whose dot matches ends of lines too. Alternatives of plain texts, as dashboards make them of
 * variables, may be any number. Texts that are too long for an expression match it never: over 4,096 characters, and 241 for the largest.
 *
 * @throws Error if it is invalid or too large.
 */
export function compileExpression(pattern: string): Expression {
  const texts = plainTexts(pattern);
  if (texts) return { test: (text) => texts.has(text), size: 0 };
  // A pattern that is only valid between the parentheses below could end them.
  const whole = compilePattern(pattern) && compilePattern(`^(?:${pattern})$`);
  if (!whole) throw refusal(pattern);
  return { test: (text) => whole.test(text), size: estimatePatternSize(pattern) };
}

/** Compiles an expression whose groups are of interest. @throws Error as `compileExpression`. */
export function compileGroups(pattern: string): { readonly regex: RE2JS; readonly maxLength: number } {
  const size = estimatePatternSize(pattern);
  if (size > MAX_PATTERN_SIZE) throw refusal(pattern);
  return { regex: RE2JS.compile(pattern, RE2JS.DOTALL), maxLength: searchableLength(size) };
}

/** The texts of alternatives without operators; undefined for other expressions. */
function plainTexts(pattern: string): ReadonlySet<string> | undefined {
  const inner = GROUP.exec(pattern)?.[1] ?? pattern;
  if (!ALTERNATIVES.test(inner)) return undefined;
  const texts: string[] = [''];
  for (const [token] of inner.matchAll(/\\?[^]/gu)) {
    if (token === '|') texts.push('');
    else texts.push((texts.pop() ?? '') + (token.length > 1 && token.startsWith('\\') ? token.slice(1) : token));
  }
  return new Set(texts);
}

function refusal(pattern: string): Error {
  if (estimatePatternSize(pattern) <= MAX_PATTERN_SIZE)
    try {
      RE2JS.compile(pattern, RE2JS.DOTALL);
    } catch (error) {
      if (error instanceof Error) return error;
    }
  return new Error(`regular expression has more than ${MAX_PATTERN_SIZE} instructions`);
}
