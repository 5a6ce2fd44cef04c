import { quote } from '../format/quote.js';
import { compileExpression, type Expression } from './expression.js';
import { labelName } from './labels.js';

export type MatchType = '=' | '!=' | '=~' | '!~';

/** A condition on the value of a label; a missing label has the empty value. */
export class Matcher {
  #expression: Expression | undefined;

  /** @throws Error if a regular expression is invalid or too large. */
  constructor(
    readonly name: string,
    readonly type: MatchType,
    readonly value: string,
  ) {
    if (type === '=~' || type === '!~') this.#expression = compileExpression(value);
  }

  /** Compiled instructions of a regular expression, on which the time of a match depends. */
  get size(): number {
    return this.#expression?.size ?? 0;
  }

  matches(text: string): boolean {
    const isMatch = this.#expression ? this.#expression.test(text) : text === this.value;
    return isMatch === (this.type === '=' || this.type === '=~');
  }

  toString(): string {
    return `${labelName(this.name)}${this.type}${quote(this.value)}`;
  }
}
