import type { AlertReason, AlertSeverity } from './alert-change.js';

export const ACTIVE_STATES = ['pending', 'firing', 'acknowledged', 'silenced'] as const;
export type AlertState = (typeof ACTIVE_STATES)[number] | 'resolved';

/** The part of an alert that its transitions decide. */
export interface Lifecycle {
  readonly state: AlertState;
  readonly severity: AlertSeverity;
  /** State that the silence covers; null unless the alert is silenced. */
  readonly silencedState: 'firing' | 'acknowledged' | null;
  readonly silenceId: string | null;
  /** When the breach began. */
  readonly startedAt: Date;
  readonly firedAt: Date | null;
  /** Time and author of the acknowledgement; both null unless the alert is acknowledged. */
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedBy: string | null;
  readonly resolvedAt: Date | null;
  /** Null unless it was resolved by hand. */
  readonly resolvedBy: string | null;
  readonly resolution: string | null;
  /** The next notification of its group is about it. */
  readonly isDue: boolean;
  /** Receivers were notified that it fires, and not yet that it is resolved. */
  readonly isNotified: boolean;
  /** The event `alert.firing` was recorded. */
  readonly isAnnounced: boolean;
}

/** Event that can change the state of an alert. */
export type Trigger =
  | { readonly kind: 'pending'; readonly at: Date; readonly severity: AlertSeverity; readonly reason: AlertReason }
  | {
      readonly kind: 'firing';
      readonly at: Date;
      readonly severity: AlertSeverity;
      readonly reason: AlertReason;
      /** A silence that is active and matches; null without one. */
      readonly silenceId: string | null;
    }
  | { readonly kind: 'ended'; readonly at: Date; readonly reason: AlertReason }
  | { readonly kind: 'acknowledge'; readonly at: Date; readonly by: string }
  | { readonly kind: 'acknowledgement_timeout'; readonly at: Date }
  | { readonly kind: 'resolve'; readonly at: Date; readonly by: string }
  /** The silences were checked: `silenceId` is a silence that matches, or null. */
  | { readonly kind: 'silences'; readonly at: Date; readonly silenceId: string | null };

export type TransitionReason =
  | AlertReason
  | 'severity_increased'
  | 'silenced'
  | 'silence_ended'
  | 'acknowledged'
  | 'acknowledgement_timed_out'
  | 'manual';

/** Transition of an alert that is published as a domain event. */
export type AlertEvent = 'firing' | 'acknowledged' | 'resolved';

export type Outcome =
  | {
      readonly kind: 'changed';
      readonly next: Lifecycle;
      readonly reason: TransitionReason;
      readonly event: AlertEvent | undefined;
    }
  /** A change that is not reported; the severity may be lower. */
  | { readonly kind: 'renewed'; readonly next: Lifecycle }
  /** A pending alert that recovered never existed for anybody. */
  | { readonly kind: 'dropped' }
  /** The state does not allow it. */
  | { readonly kind: 'refused'; readonly from: AlertState; readonly to: AlertState };
