import { failed } from '../errors.js';
import type { At, Duration } from '../syntax/ast.js';
import type { Bounds } from './session.js';

/** Milliseconds of a duration that must be more than 0. */
export function rangeOf(duration: Duration, bounds: Bounds): number {
  const milliseconds = resolve(duration, bounds);
  if (milliseconds <= 0) throw failed(`${duration.start}:${duration.end}: duration must be greater than 0`);
  return milliseconds;
}

/** Milliseconds of an offset, which may be negative. */
export function offsetOf(duration: Duration | undefined, bounds: Bounds): number {
  return duration ? resolve(duration, bounds) : 0;
}

/** The time that `@` names, in milliseconds. */
export function fixedTime(at: At | undefined, bounds: Bounds): number | undefined {
  if (at === 'start') return bounds.start;
  return at === 'end' ? bounds.end : at;
}

function resolve(duration: Duration, bounds: Bounds): number {
  const seconds = evaluate(duration, bounds);
  if (!Number.isFinite(seconds)) throw failed(`${duration.start}:${duration.end}: duration is NaN or infinite`);
  if (Math.abs(seconds) > 2 ** 63 / 1e9) throw failed(`${duration.start}:${duration.end}: duration is out of range`);
  // Thousandths such as 0.001 have no exact form, which must not cost a millisecond.
  return Math.trunc(Number((seconds * 1_000).toPrecision(15)));
}

function evaluate(duration: Duration | undefined, bounds: Bounds): number {
  if (!duration) return 0;
  if (duration.kind === 'number') return duration.value;
  const left = evaluate(duration.left, bounds);
  const right = evaluate(duration.right, bounds);
  const isModulo = duration.op === '%';
  switch (duration.op) {
    case 'step':
      return bounds.step / 1_000;
    case 'range':
      return (bounds.end - bounds.start) / 1_000;
    case 'min_of':
      return Math.min(left, right);
    case 'max_of':
      return Math.max(left, right);
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '^':
      return left ** right;
    case '/':
    case '%':
      if (right === 0) throw failed(`${duration.start}:${duration.end}: ${isModulo ? 'modulo' : 'division'} by zero`);
      return isModulo ? left % right : left / right;
  }
}
