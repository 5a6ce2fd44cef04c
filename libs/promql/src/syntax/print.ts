import { formatDuration } from '../format/duration.js';
import { formatGeneral, formatPlain } from '../format/float.js';
import { quote } from '../format/quote.js';
import { labelName, METRIC_NAME } from '../labels/labels.js';
import { compareText } from '../labels/order.js';
import type { Aggregate, At, Binary, Duration, Expr, Subquery, VectorSelector } from './ast.js';

/** Writes an expression on one line. */
export function print(expr: Expr): string {
  switch (expr.kind) {
    case 'number':
      return printNumber(expr.value, expr.isDuration);
    case 'string':
      return quote(expr.value);
    case 'paren':
      return `(${print(expr.expr)})`;
    case 'unary':
      return expr.op + print(expr.expr);
    case 'call':
      return `${expr.name}(${expr.args.map(print).join(', ')})`;
    case 'aggregate': {
      const args = expr.param ? [expr.param, expr.expr] : [expr.expr];
      return `${printAggregation(expr)}(${args.map(print).join(', ')})`;
    }
    case 'binary':
      return `${print(expr.left)} ${printOperator(expr)} ${print(expr.right)}`;
    case 'selector':
      return printName(expr) + printAt(expr.at) + printExtension(expr) + printOffset(expr.offset);
    case 'matrix': {
      const { selector } = expr;
      const name = `${printName(selector)}[${printDuration(expr.range)}]`;
      return name + printExtension(selector) + printAt(selector.at) + printOffset(selector.offset);
    }
    case 'subquery':
      return print(expr.expr) + printWindow(expr);
  }
}

/** The aggregation and its labels. */
export function printAggregation({ op, grouping, isWithout }: Aggregate): string {
  if (isWithout) return `${op} without (${grouping.map(labelName).join(', ')}) `;
  return grouping.length > 0 ? `${op} by (${grouping.map(labelName).join(', ')}) ` : op;
}

/** The operator and its modifiers. */
export function printOperator({ op, isBool, matching }: Binary): string {
  let text = op + (isBool ? ' bool' : '');
  if (!matching) return text;
  const { card, labels, isOn, include, fillLeft, fillRight } = matching;
  const isGrouped = card === 'many-to-one' || card === 'one-to-many';
  if (labels.length > 0 || isOn || isGrouped)
    text += ` ${isOn ? 'on' : 'ignoring'} (${labels.map(labelName).join(', ')})`;
  if (isGrouped) text += ` group_${card === 'many-to-one' ? 'left' : 'right'} (${include.map(labelName).join(', ')})`;
  if (fillLeft !== undefined && fillLeft === fillRight) return `${text} fill (${formatGeneral(fillLeft)})`;
  if (fillLeft !== undefined) text += ` fill_left (${formatGeneral(fillLeft)})`;
  return fillRight === undefined ? text : `${text} fill_right (${formatGeneral(fillRight)})`;
}

/** The range, the step and the modifiers of a subquery. */
export function printWindow({ range, step, at, offset }: Subquery): string {
  return `[${printDuration(range)}:${step ? printDuration(step) : ''}]${printAt(at)}${printOffset(offset)}`;
}

function printName({ name, matchers }: VectorSelector): string {
  const others = matchers.filter(
    (matcher) => !(matcher.name === METRIC_NAME && matcher.type === '=' && matcher.value === name),
  );
  const braces = others.map((matcher) => matcher.toString()).sort(compareText);
  return name + (braces.length > 0 ? `{${braces.join(',')}}` : '');
}

function printAt(at: At | undefined): string {
  if (at === undefined) return '';
  return ` @ ${typeof at === 'number' ? (at / 1_000).toFixed(3) : `${at}()`}`;
}

function printOffset(offset: Duration | undefined): string {
  if (offset === undefined || (offset.kind === 'number' && offset.value === 0)) return '';
  return ` offset ${printDuration(offset)}`;
}

function printExtension({ extension }: VectorSelector): string {
  return extension === undefined ? '' : ` ${extension}`;
}

/** A plain number of seconds is written as a duration. */
function printDuration(duration: Duration): string {
  if (duration.kind === 'number') return printNumber(duration.value, true);
  const text = printArithmetic(duration);
  return duration.isWrapped ? `(${text})` : text;
}

function printArithmetic({ op, left, right }: Extract<Duration, { kind: 'duration' }>): string {
  if (op === 'step' || op === 'range') return `${op}()`;
  const operand = (side: Duration | undefined) =>
    side === undefined ? '' : side.kind === 'number' ? printNumber(side.value, side.isDuration) : printDuration(side);
  if (op === 'min_of' || op === 'max_of') return `${op}(${operand(left)}, ${operand(right)})`;
  if (left === undefined) return (op === '-' ? '-' : '') + operand(right);
  return `${operand(left)} ${op} ${operand(right)}`;
}

function printNumber(value: number, isDuration: boolean): string {
  if (!isDuration) return formatPlain(value);
  const milliseconds = Math.round(value * 1_000);
  return milliseconds < 0 ? `-${formatDuration(-milliseconds)}` : formatDuration(milliseconds);
}
