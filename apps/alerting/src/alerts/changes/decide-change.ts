import type { AlertChange } from '../lifecycle/alert-change.js';
import type { AlertRow } from '../lifecycle/alert-row.js';
import { EVALUATION } from '../lifecycle/alert-write.js';
import { inhibitionKey } from '../lifecycle/identity.js';
import type { Lifecycle, Outcome, Trigger } from '../lifecycle/lifecycle.js';
import { begin, transition } from '../lifecycle/transition.js';

/** Facts besides the change and the alert that the decision depends on. */
export interface Surroundings {
  /** ID that the alert gets if it is new. */
  readonly id: string;
  readonly fingerprint: string;
  /** The group of an alert that fires. */
  readonly groupId: string | null;
  /** A silence that matches; null without one. */
  readonly silenceId: string | null;
  /** End of the hold on an alert that was resolved by hand; until then it does not fire again. */
  readonly heldUntil: Date | undefined;
}

export type Decision =
  | { readonly kind: 'ignored' }
  | { readonly kind: 'dropped' }
  | {
      readonly kind: 'written';
      readonly next: AlertRow;
      readonly transition: Pick<Extract<Outcome, { kind: 'changed' }>, 'reason' | 'event'> | undefined;
    };

/**
 * Decides what a change does to an unresolved alert, or whether it begins one. An evaluation that is older than the last one is ignored.
 */
export function decideChange(current: AlertRow | undefined, change: AlertChange, around: Surroundings): Decision {
  const { at, phase } = change;
  if (current && at < current.evaluatedAt) return { kind: 'ignored' };
  if (!current && change.isRepeated) return { kind: 'ignored' };
  if (!current && (phase === 'ended' || phase === 'acknowledged' || (around.heldUntil && at < around.heldUntil)))
    return { kind: 'ignored' };
  const outcome = decide(current, toTrigger(change, around.silenceId));
  if (outcome.kind === 'dropped') return { kind: 'dropped' };
  if (outcome.kind === 'refused') return { kind: 'ignored' };
  const next = toRow(current, outcome.next, change, around);
  const transition = outcome.kind === 'changed' ? { reason: outcome.reason, event: outcome.event } : undefined;
  return { kind: 'written', next, transition };
}

function decide(current: AlertRow | undefined, trigger: Trigger): Outcome {
  if (current) return transition(current, trigger);
  return trigger.kind === 'pending' || trigger.kind === 'firing' ? begin(trigger) : { kind: 'dropped' };
}

function toTrigger({ phase, at, reason, actor, rule: { severity } }: AlertChange, silenceId: string | null): Trigger {
  switch (phase) {
    case 'pending':
      return { kind: 'pending', at, severity, reason };
    case 'firing':
      return { kind: 'firing', at, severity, reason, silenceId };
    case 'ended':
      return { kind: 'ended', at, reason };
    case 'acknowledged':
      return { kind: 'acknowledge', at, by: (actor ?? EVALUATION).id };
  }
}

/** Reasons of evaluations. A change of the rule measures nothing. */
const MEASURED: ReadonlySet<AlertChange['reason']> = new Set(['recovered', 'no_data']);

/** An alert that ended has the value and the summary of its end, or keeps the value of its breach if nothing was measured. */
function toRow(
  current: AlertRow | undefined,
  lifecycle: Lifecycle,
  change: AlertChange,
  { id, fingerprint, groupId }: Surroundings,
): AlertRow {
  const { projectId, rule, labels, at, phase, reason, value, summary } = change;
  const { notify, incident, investigate, version, name, annotations } = rule;
  const ofRule = { notify, incident, version, ...(investigate && { investigate }) };
  const { keepsText = false } = change;
  const text = keepsText && current ? pickText(current) : { name, annotations, summary };
  const facts = { ...text, rule: ofRule, value };
  const identity = { id, projectId, ruleId: rule.id, fingerprint, labels, inhibitionKey: inhibitionKey(labels) };
  const base = current ?? { ...identity, ...facts, investigation: null };
  const former = current?.groupId ?? null;
  const isMoved = former !== null && groupId !== null && groupId !== former;
  return {
    ...base,
    ...lifecycle,
    ...(phase === 'ended' && { summary, ...(MEASURED.has(reason) && { value }) }),
    ...((phase === 'pending' || phase === 'firing') && facts),
    evaluatedAt: at,
    groupId: lifecycle.state === 'pending' ? null : phase === 'firing' ? groupId : (current?.groupId ?? null),
    // Other receivers have not heard of it.
    ...(isMoved && { isDue: lifecycle.state === 'firing' || lifecycle.isDue, isNotified: false }),
  };
}

const pickText = ({ name, annotations, summary }: AlertRow) => ({ name, annotations, summary });
