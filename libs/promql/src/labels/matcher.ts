import { RE2JS } from 're2js';
import { quote } from '../format/quote.js';
import { labelName } from './labels.js';

export type MatchType = '=' | '!=' | '=~' | '!~';

/** A condition on the value of a label; a missing label has the empty value. */
export class Matcher {
  #pattern: RE2JS | undefined;

  /** @throws Error if a regular expression is invalid. */
  constructor(
    readonly name: string,
    readonly type: MatchType,
    readonly value: string,
  ) {
    if (type === '=~' || type === '!~') this.#pattern = compileWhole(value);
  }

  matches(text: string): boolean {
    const isMatch = this.#pattern ? this.#pattern.matches(text) : text === this.value;
    return isMatch === (this.type === '=' || this.type === '=~');
  }

  toString(): string {
    return `${labelName(this.name)}${this.type}${quote(this.value)}`;
  }
}

/** Compiles a regular expression of RE2, whose dot matches ends of lines too. Its `matches` requires all of the text. */
export function compileWhole(pattern: string): RE2JS {
  return RE2JS.compile(pattern, RE2JS.DOTALL);
}
