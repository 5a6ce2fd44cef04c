import { Labels, METADATA } from '../labels/labels.js';
import type { Expr } from '../syntax/ast.js';

/** The labels that an expression selects by equality, each once: those of the series that `absent` makes. */
export function absentLabels(expr: Expr): Labels {
  const selector = expr.kind === 'matrix' ? expr.selector : expr;
  if (selector.kind !== 'selector') return Labels.EMPTY;
  const found = new Map<string, string>();
  const seen = new Set<string>();
  for (const { name, type, value } of selector.matchers) {
    if (METADATA.has(name)) continue;
    if (type === '=' && !seen.has(name)) found.set(name, value);
    else found.delete(name);
    if (type === '=') seen.add(name);
  }
  return Labels.from(found);
}
