import { ALERT_SEVERITIES, type AlertSeverity } from './alert-change.js';
import type { AlertEvent, Lifecycle, Outcome, TransitionReason, Trigger } from './lifecycle.js';

type OutcomeOfEvaluation = Exclude<Outcome, { kind: 'refused' }>;
type OutcomeOfSilences = Exclude<OutcomeOfEvaluation, { kind: 'dropped' }>;
type TriggerOf<Kind extends Trigger['kind']> = Extract<Trigger, { kind: Kind }>;

/** The alert that a breach begins. */
export function begin(trigger: TriggerOf<'pending' | 'firing'>): Outcome {
  const { at, severity, reason } = trigger;
  const pending: Lifecycle = {
    state: 'pending',
    severity,
    silencedState: null,
    silenceId: null,
    startedAt: at,
    firedAt: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    resolvedAt: null,
    resolvedBy: null,
    resolution: null,
    isDue: false,
    isNotified: false,
    isAnnounced: false,
  };
  return trigger.kind === 'pending' ? changed(pending, reason) : fire(pending, trigger);
}

/** The whole state machine of alerts that are not new. A resolved one accepts nothing: the next breach is a new alert. */
export function transition(alert: Lifecycle, trigger: Trigger): Outcome {
  if (alert.state === 'resolved') return { kind: 'refused', from: 'resolved', to: target(trigger) };
  switch (trigger.kind) {
    case 'pending':
      return { kind: 'renewed', next: { ...alert, severity: trigger.severity } };
    case 'firing':
      return alert.state === 'pending' ? fire(alert, trigger) : renew(alert, trigger);
    case 'ended':
      if (alert.state === 'pending') return { kind: 'dropped' };
      return resolve(alert, trigger.at, trigger.reason, null);
    case 'resolve':
      return resolve(alert, trigger.at, 'manual', trigger.by);
    case 'acknowledge':
      if (alert.state !== 'firing') return { kind: 'refused', from: alert.state, to: 'acknowledged' };
      return acknowledge(alert, trigger);
    case 'acknowledgement_timeout':
      if (alert.state === 'acknowledged') return refire(alert, 'acknowledgement_timed_out');
      return { kind: 'renewed', next: alert };
    case 'silences':
      return trigger.silenceId === null ? unsilence(alert) : silence(alert, trigger.silenceId);
  }
}

function target({ kind }: Trigger): Lifecycle['state'] {
  if (kind === 'acknowledge') return 'acknowledged';
  return kind === 'pending' || kind === 'firing' ? kind : 'resolved';
}

function fire(pending: Lifecycle, { at, severity, reason, silenceId }: TriggerOf<'firing'>): OutcomeOfEvaluation {
  const firing: Lifecycle = { ...pending, state: 'firing', severity, firedAt: at, isDue: true };
  if (silenceId === null) return changed(announced(firing), reason, 'firing');
  return changed({ ...firing, state: 'silenced', silencedState: 'firing', silenceId }, reason);
}

/** Applies another evaluation in breach: silences may have begun or ended, and the severity may have changed. */
function renew(alert: Lifecycle, { severity, silenceId }: TriggerOf<'firing'>): OutcomeOfEvaluation {
  const rose = rank(severity) > rank(alert.severity);
  const rated = { ...alert, severity };
  const quiet = silenceId === null ? unsilence(rated) : silence(rated, silenceId);
  if (!rose) return quiet;
  const { next } = quiet;
  if (next.state !== 'silenced') return refire(next, 'severity_increased');
  const covered: Lifecycle = { ...next, ...UNACKNOWLEDGED, silencedState: 'firing', isDue: true };
  return quiet.kind === 'changed' ? { ...quiet, next: covered } : { kind: 'renewed', next: covered };
}

const UNACKNOWLEDGED = { acknowledgedAt: null, acknowledgedBy: null };

/** Fires again and requests a notification, even if the alert was acknowledged. */
function refire(alert: Lifecycle, reason: TransitionReason): OutcomeOfEvaluation {
  return changed(announced({ ...alert, ...UNACKNOWLEDGED, state: 'firing', isDue: true }), reason, 'firing');
}

function acknowledge(alert: Lifecycle, { at, by }: TriggerOf<'acknowledge'>): OutcomeOfEvaluation {
  const next: Lifecycle = { ...alert, state: 'acknowledged', acknowledgedAt: at, acknowledgedBy: by, isDue: false };
  return changed(next, 'acknowledged', 'acknowledged');
}

/**
 * Receivers that were notified that the alert fires also get its end, even while it is silenced: otherwise their
 * tickets would stay open.
 */
function resolve(alert: Lifecycle, at: Date, resolution: TransitionReason, by: string | null): OutcomeOfEvaluation {
  const next: Lifecycle = {
    ...alert,
    state: 'resolved',
    silencedState: null,
    silenceId: null,
    resolvedAt: at,
    resolvedBy: by,
    resolution,
    isDue: alert.isNotified,
  };
  return changed(next, resolution, alert.isAnnounced ? 'resolved' : undefined);
}

function silence(alert: Lifecycle, silenceId: string): OutcomeOfSilences {
  if (alert.state === 'silenced') return { kind: 'renewed', next: { ...alert, silenceId } };
  if (alert.state === 'pending' || alert.state === 'resolved') return { kind: 'renewed', next: alert };
  return changed({ ...alert, state: 'silenced', silencedState: alert.state, silenceId }, 'silenced');
}

/**
 * Restores the state that the silence covered. A notification is sent for a firing alert, even if one was sent before
 * the silence.
 */
function unsilence(alert: Lifecycle): OutcomeOfSilences {
  if (alert.state !== 'silenced') return { kind: 'renewed', next: alert };
  const state = alert.silencedState ?? 'firing';
  const next: Lifecycle = { ...alert, state, silencedState: null, silenceId: null, isDue: state === 'firing' };
  return state === 'firing' ? changed(announced(next), 'silence_ended', 'firing') : changed(next, 'silence_ended');
}

function announced(alert: Lifecycle): Lifecycle {
  return { ...alert, isAnnounced: true };
}

function changed(next: Lifecycle, reason: TransitionReason, event?: AlertEvent): Extract<Outcome, { kind: 'changed' }> {
  return { kind: 'changed', next, reason, event };
}

/** Grows with urgency. */
export function rank(severity: AlertSeverity): number {
  return ALERT_SEVERITIES.indexOf(severity);
}
