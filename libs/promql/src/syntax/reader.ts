import type { SyntaxNode } from '@lezer/common';
import type { PromqlError } from '../errors.js';
import type { Span } from './ast.js';
import { parseError } from './position.js';
import { unquote } from './unquote.js';

/** Reads nodes of the grammar against the text of the query. */
export class Reader {
  constructor(readonly text: string) {}

  /** The parts of a node that have names, without comments. */
  children(node: SyntaxNode): SyntaxNode[] {
    const found: SyntaxNode[] = [];
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (child.name !== 'LineComment') found.push(child);
    }
    return found;
  }

  slice({ from, to }: SyntaxNode): string {
    return this.text.slice(from, to);
  }

  span({ from, to }: SyntaxNode): Span {
    return { start: from, end: to };
  }

  /** @throws PromqlError if an escape is invalid. */
  string(node: SyntaxNode): string {
    const literal = this.slice(node);
    const value = unquote(literal);
    if (value === undefined)
      throw this.error(node.from, `error unquoting string ${JSON.stringify(literal)}: invalid syntax`);
    return value;
  }

  error(offset: number, message: string): PromqlError {
    return parseError(this.text, offset, message);
  }
}
