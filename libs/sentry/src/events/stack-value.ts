import type { Json } from '@svc/otlp/wire';
import { toNestedValue } from '../fields/nested-value.js';
import type { Output } from '../fields/output.js';
import { MAX_FRAMES, type SentFrame } from './frames.js';

/** The reported exception is the first of a stack; the others are its causes, or were suppressed by it. */
export type SentRelation = 'thrown' | 'cause' | 'suppressed';

export interface SentException {
  readonly type: string;
  readonly value: string;
  readonly relation: SentRelation;
  readonly frames: readonly SentFrame[];
}

/** Characters of a stack that the row of an error keeps are a little more; a text that is cut could not be parsed. */
const MAX_TEXT = 240 * 1024;

/**
 * The stack in the structured form that our parser reads, as a value of OTLP: a list of exceptions with frames. What is too much loses the
 * lines of source around its calls first, and then the outermost calls. Undefined if even the messages are too long.
 */
export function toStackValue(exceptions: readonly SentException[], output: Output): object | undefined {
  let [stack, isBare] = [build(exceptions, MAX_FRAMES, false), false];
  let frames = MAX_FRAMES;
  while (JSON.stringify(stack).length > MAX_TEXT && frames > 0) {
    if (isBare) frames >>= 1;
    isBare = true;
    stack = build(exceptions, frames, isBare);
  }
  const left = exceptions.reduce((sum, exception) => sum + Math.max(0, exception.frames.length - frames), 0);
  output.drop('frame', left);
  return JSON.stringify(stack).length > MAX_TEXT ? undefined : toNestedValue(stack);
}

function build(exceptions: readonly SentException[], frames: number, isBare: boolean): Json {
  return exceptions.map(({ type, value, relation, frames: sent }) => {
    const kept = frames === 0 ? [] : sent.slice(-frames);
    return { type, value, relation, stacktrace: { frames: isBare ? kept.map(withoutContext) : kept } };
  });
}

function withoutContext(frame: SentFrame): SentFrame {
  const { pre_context: _before, post_context: _after, ...bare } = frame;
  return bare;
}
