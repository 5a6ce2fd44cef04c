/** Timing of an escalation policy. */
export interface PlannedPolicy {
  /** Delay after each level before the next one, in milliseconds, beginning with level 1. */
  readonly delaysMs: readonly number[];
  /** Number of rounds through all levels. */
  readonly maxEscalations: number;
  /** Milliseconds for which an acknowledgement stops the escalation; permanently if absent. */
  readonly ackTimeoutMs?: number;
}

/** A change of the incident that the escalation reacts to. */
export interface IncidentEvent {
  readonly at: number;
  readonly kind: 'acknowledged' | 'resolved' | 'reopened';
}

export type StepReason = 'opened' | 'delay' | 'empty_level' | 'ack_timeout' | 'reopened';

/** A level that is reached at a time. */
export interface PlannedStep {
  readonly at: number;
  /** Round, beginning with 1. */
  readonly round: number;
  /** Level, beginning with 1. */
  readonly level: number;
  readonly reason: StepReason;
}

export interface EscalationPlan<Reached> {
  readonly steps: readonly (PlannedStep & Reached)[];
  readonly end: { readonly at: number; readonly reason: 'exhausted' | 'acknowledged' | 'resolved' };
}

/** Returns the users and channels that a level reaches at a time. */
export type ReachLevel<Reached> = (level: number, at: number) => Reached;

/**
 * Next time at which the escalation acts: a level, or the end of an acknowledgement. Undefined if only an event can
 * continue it.
 */
type Timer = PlannedStep | undefined;

/**
 * Plans the users and channels that an incident reaches and the times, in steps between which other work can run. A
 * level that reaches no user or channel is followed by the next one immediately. An event counts before a level at the
 * same time, so no page is sent once an acknowledgement was accepted.
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

/** The step after a given one, which may be beyond the last one. */
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
