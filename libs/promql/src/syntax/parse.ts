import { parser } from '@prometheus-io/lezer-promql';
import { PromqlError } from '../errors.js';
import type { Expr } from './ast.js';
import { check } from './check.js';
import { readExpr } from './expression.js';
import { normalize } from './normalize.js';
import { parseError } from './position.js';
import { Reader } from './reader.js';
import { treeError, wordError } from './syntax-error.js';
import { tokenize } from './tokens.js';

/** The longest query in UTF-16 units, so that parsing takes no more than a few milliseconds. */
const MAX_LENGTH = 32_768;

/**
 * Parses a query and checks its types.
 *
 * @throws PromqlError bad_data with the place of the first error, in the words of Prometheus where these are known.
 */
export function parse(text: string): Expr {
  if (text.length > MAX_LENGTH) throw new PromqlError('bad_data', `query is longer than ${MAX_LENGTH} characters`);
  const tokens = tokenize(text);
  if (tokens.length === 1) throw parseError(text, 0, 'no expression found in input');
  const error = wordError(text, tokens);
  if (error) throw error;
  const tree = parser.parse(normalize(text, tokens));
  const found = treeError(text, tree, tokens);
  if (found) throw found;
  const reader = new Reader(text);
  const expr = readExpr(reader, reader.children(tree.topNode)[0]);
  check(text, expr);
  return expr;
}
