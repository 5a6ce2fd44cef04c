import type { EscalationPolicy } from '@svc/relational';
import type { PlannedPolicy } from '../plan/escalation-plan.js';
import { parseDelay } from './delay.js';
import type { StoredLevel } from './policy.rules.js';

/** Converts a stored policy to the form that the plan reads. */
export function toPlannedPolicy(
  levels: readonly StoredLevel[],
  { maxEscalations, ackTimeout }: Pick<EscalationPolicy, 'maxEscalations' | 'ackTimeout'>,
): PlannedPolicy {
  return {
    delaysMs: levels.map(({ delay }) => toMilliseconds(delay)),
    maxEscalations,
    ...(ackTimeout !== null && { ackTimeoutMs: toMilliseconds(ackTimeout) }),
  };
}

const toMilliseconds = (delay: string): number => existing(parseDelay(delay)) * 1_000;

/** @throws Error for what a stored policy always has. */
export function existing<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a stored policy is invalid');
  return value;
}
