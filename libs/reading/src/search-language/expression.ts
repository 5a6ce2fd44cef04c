/**
 * A parsed query. Values are what the caller meant: quotes and escapes are removed.
 *
 * ```
 * query      = [ or ]
 * or         = and { "OR" and }
 * and        = not { [ "AND" ] not }
 * not        = ( "NOT" | "-" ) not | "(" or ")" | condition
 * condition  = [ field ":" ] value | field ":(" or ")"
 * field      = name | quoted
 * value      = quoted | word | ( ">" | ">=" | "<" | "<=" | "=" ) bound
 *            | ( "[" | "{" ) bound "TO" bound ( "]" | "}" )
 * bound      = quoted | word | "*"
 * ```
 *
 * AND binds tighter than OR; the operators are upper case. `*` in a word is a wildcard, `\` escapes the next character.
 */
export type Expression =
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Expression[] }
  | { readonly kind: 'not'; readonly operand: Expression }
  | Condition;

export interface Condition {
  readonly kind: 'condition';
  /** If absent, the condition searches the text of the record. */
  readonly field?: string;
  readonly test: Test;
  /** Position of the value, counted from 0. */
  readonly at: number;
}

export type Test =
  | { readonly kind: 'exists' }
  | { readonly kind: 'equals'; readonly value: string }
  /** Strings with anything between them: `a*b` is ['a', 'b'], `a*` is ['a', '']. */
  | { readonly kind: 'pattern'; readonly parts: readonly string[] }
  | { readonly kind: 'range'; readonly low?: Bound; readonly high?: Bound };

export interface Bound {
  readonly value: string;
  readonly inclusive: boolean;
}

export const LIMITS = { characters: 4096, conditions: 64, depth: 24, wildcards: 8, words: 32 } as const;
