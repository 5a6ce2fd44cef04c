/** What a policy says about time. */
export interface PlannedPolicy {
  /** How long each level waits before the next one, in milliseconds, from level 1. */
  readonly delaysMs: readonly number[];
  /** How often all levels are passed. */
  readonly maxEscalations: number;
  /** How long an acknowledgement stops the escalation; for good if absent. */
  readonly ackTimeoutMs?: number;
}

/** What happens to the incident. */
export interface IncidentEvent {
  readonly at: number;
  readonly kind: 'acknowledged' | 'resolved' | 'reopened';
}

export type StepReason = 'opened' | 'delay' | 'empty_level' | 'ack_timeout' | 'reopened';

/** A level that is reached at a time. */
export interface PlannedStep {
  readonly at: number;
  /** From 1. */
  readonly round: number;
  /** From 1. */
  readonly level: number;
  readonly reason: StepReason;
}

export interface EscalationPlan<Reached> {
  readonly steps: readonly (PlannedStep & Reached)[];
  readonly end: { readonly at: number; readonly reason: 'exhausted' | 'acknowledged' | 'resolved' };
}

/** Whom a level reaches at a time. */
export type ReachLevel<Reached> = (level: number, at: number) => Reached;

/** What the escalation waits for: a level, or the end of an acknowledgement. Undefined: it waits for nothing but events. */
type Timer = PlannedStep | undefined;

/**
 * Plans whom an incident reaches and when, in steps between which other work can run. A level that reaches nobody is followed by the next
 * one at once. An event counts before a level at the same time, so nobody is reached once an acknowledgement was accepted.
 */
export function* escalationSteps<Reached extends { readonly isEmpty: boolean }>(
  policy: PlannedPolicy,
  reach: ReachLevel<Reached>,
  startAt: number,
  events: readonly IncidentEvent[] = [],
): Generator<void, EscalationPlan<Reached>> {
  const steps: (PlannedStep & Reached)[] = [];
  const waiting = events.toSorted((a, b) => a.at - b.at);
  let end: EscalationPlan<Reached>['end'] = { at: startAt, reason: 'exhausted' };
  let timer: Timer = firstStep(startAt, 'opened');
  for (;;) {
    const [event] = waiting;
    if (event && (!timer || event.at <= timer.at)) {
      waiting.shift();
      const isIgnored = event.kind === 'acknowledged' && end.reason === 'resolved' && !timer;
      if (isIgnored) continue;
      timer = stepAfterEvent(event, policy);
      if (event.kind !== 'reopened') end = { at: event.at, reason: event.kind };
      continue;
    }
    if (!timer) return { steps, end };
    if (isBeyond(timer, policy)) {
      end = { at: timer.at, reason: 'exhausted' };
      timer = undefined;
      continue;
    }
    const reached = reach(timer.level, timer.at);
    steps.push({ ...timer, ...reached });
    timer = stepAfter(timer, policy, reached.isEmpty);
    yield;
  }
}

export function firstStep(at: number, reason: StepReason): PlannedStep {
  return { at, round: 1, level: 1, reason };
}

/** Undefined if the escalation waits for nothing after it. */
export function stepAfterEvent({ at, kind }: IncidentEvent, { ackTimeoutMs }: PlannedPolicy): PlannedStep | undefined {
  if (kind === 'reopened') return firstStep(at, 'reopened');
  if (kind === 'resolved' || ackTimeoutMs === undefined) return undefined;
  return firstStep(at + ackTimeoutMs, 'ack_timeout');
}

/** What follows a step, which may be beyond the last one. */
export function stepAfter({ at, round, level }: PlannedStep, policy: PlannedPolicy, isEmpty: boolean): PlannedStep {
  const { delaysMs } = policy;
  const isLast = level === delaysMs.length;
  return {
    at: isEmpty ? at : at + (delaysMs[level - 1] ?? 0),
    round: isLast ? round + 1 : round,
    level: isLast ? 1 : level + 1,
    reason: isEmpty ? 'empty_level' : 'delay',
  };
}

/** Whether all levels have been passed as often as the policy says before this step: the escalation is exhausted. */
export function isBeyond({ round }: Pick<PlannedStep, 'round'>, { maxEscalations }: PlannedPolicy): boolean {
  return round > maxEscalations;
}
