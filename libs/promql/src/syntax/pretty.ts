import type { Expr } from './ast.js';
import { print, printAggregation, printOperator, printWindow } from './print.js';

/** The longest line that is not split, in bytes. */
const MAX_LINE = 100;

const INDENT = '  ';

/** Formats an expression, on several lines if it is long: `format_query` of the API. */
export function pretty(expr: Expr, level = 0): string {
  const indent = INDENT.repeat(level);
  const line = print(expr);
  const inner = (part: Expr) => pretty(part, level + 1);
  if (expr.kind === 'unary') return indent + expr.op + pretty(expr.expr, level).trim();
  if (Buffer.byteLength(line) <= MAX_LINE) return indent + line;
  switch (expr.kind) {
    case 'aggregate': {
      const param = expr.param ? `${inner(expr.param)},\n` : '';
      return `${indent}${printAggregation(expr)}(\n${param}${inner(expr.expr)}\n${indent})`;
    }
    case 'binary':
      return `${inner(expr.left)}\n${indent}${printOperator(expr)}\n${inner(expr.right)}`;
    case 'call':
      return `${indent}${expr.name}(\n${expr.args.map(inner).join(',\n')}\n${indent})`;
    case 'paren':
      return `${indent}(\n${inner(expr.expr)}\n${indent})`;
    case 'subquery':
      return pretty(expr.expr, level) + printWindow(expr);
    case 'matrix':
    case 'number':
    case 'selector':
    case 'string':
      return indent + line;
  }
}
