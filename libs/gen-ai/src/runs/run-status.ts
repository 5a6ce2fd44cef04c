import type { AiSpan } from '../spans/ai-span.js';
import { isFinished, outcomeOf, statedStatus } from './outcomes.js';
import type { RunStatus, StatusReason, TraceSpan } from './run.js';

const MINUTE_NS = 60_000_000_000n;
/** The time without a new span after which a run whose root is missing, but whose other spans ended, is judged by its last call. */
export const ROOT_MISSING_NS = 15n * MINUTE_NS;
/** The time without a new span after which a run that has not ended is timed out. */
export const IDLE_NS = 60n * MINUTE_NS;

const ERROR_STATUS = 2;

/** A span, and what it says of AI work if it does. */
export interface ReadSpan {
  readonly span: TraceSpan;
  readonly ai: AiSpan | undefined;
}

export interface Ending {
  readonly status: RunStatus;
  readonly reason: StatusReason;
  readonly isInferred: boolean;
}

export interface EndingFacts {
  /** The span that ends the run; undefined while it is missing. */
  readonly root: ReadSpan | undefined;
  /** The call of a model that ended last. */
  readonly lastCall: ReadSpan | undefined;
  /** The latest status that a span states. */
  readonly stated: string;
  /** Spans are missing between the root and spans that were received. */
  readonly isOpen: boolean;
  /** Nanoseconds since the last span was stored. */
  readonly idleNs: bigint;
}

/** The status of a run by the first rule that applies. */
export function statusOf(facts: EndingFacts): Ending {
  const { root, lastCall, idleNs } = facts;
  const stated = statedStatus(facts.stated);
  if (stated === 'running') return unfinished(idleNs, 'stated');
  if (stated) return { status: stated, reason: 'stated', isInferred: false };
  if (root) return { ...endOf(root, lastCall), isInferred: false };
  if (facts.isOpen || idleNs < ROOT_MISSING_NS) return unfinished(idleNs, 'root_missing');
  return { status: lastCall ? statusOfCall(lastCall) : 'cancelled', reason: 'root_missing', isInferred: true };
}

function unfinished(idleNs: bigint, reason: StatusReason): Ending {
  if (idleNs < IDLE_NS) return { status: 'running', reason, isInferred: false };
  return { status: 'timed_out', reason: 'idle', isInferred: true };
}

const REASONS: Readonly<Partial<Record<RunStatus, StatusReason>>> = {
  cancelled: 'cancelled_error',
  timed_out: 'timeout_error',
  max_steps: 'step_limit',
};

function endOf(root: ReadSpan, lastCall: ReadSpan | undefined): Pick<Ending, 'status' | 'reason'> {
  const own = root.ai?.finishReasons ?? [];
  const finish = own.length > 0 ? own : (lastCall?.ai?.finishReasons ?? []);
  const outcomes = new Set([...errorNames(root), ...finish].map(outcomeOf));
  if (root.ai?.isStepLimited) outcomes.add('max_steps');
  for (const status of ['cancelled', 'timed_out', 'max_steps'] as const) {
    if (outcomes.has(status)) return { status, reason: REASONS[status] ?? 'ended' };
  }
  if (root.span.statusCode === ERROR_STATUS || root.ai?.level === 'ERROR')
    return { status: 'failed', reason: 'error_status' };
  return { status: 'completed', reason: 'ended' };
}

/** Judges a run by its last call, because its root is missing. */
function statusOfCall(call: ReadSpan): RunStatus {
  const outcome = errorNames(call).map(outcomeOf).find(Boolean);
  if (outcome) return outcome;
  if (isFailed(call)) return 'failed';
  return call.ai?.finishReasons.some(isFinished) ? 'completed' : 'cancelled';
}

/** Whether a span says that its work failed. */
export function isFailed({ span, ai }: ReadSpan): boolean {
  return span.statusCode === ERROR_STATUS || (ai !== undefined && (ai.errorType !== '' || ai.level === 'ERROR'));
}

function errorNames(read: ReadSpan): string[] {
  const { type, message } = errorOf(read);
  return [type, ...(read.span.statusCode === ERROR_STATUS ? [message] : [])].filter((name) => name !== '');
}

/** The type and the message of the error of a span; '' if it has none. */
export function errorOf({ span, ai }: ReadSpan): { readonly type: string; readonly message: string } {
  const exception = span.events.findLast(({ name }) => name === 'exception')?.attributes;
  return {
    type: (ai?.errorType || exception?.['exception.type']) ?? '',
    message: exception?.['exception.message'] || span.statusMessage || (ai?.statusMessage ?? ''),
  };
}
