import type { AlertActor } from './alert-change.js';
import type { AlertRow } from './alert-row.js';
import type { AlertEvent, TransitionReason } from './lifecycle.js';

/** A change of an alert whose group is locked. */
export interface AlertWrite {
  /** Undefined for a new one. */
  readonly previous: AlertRow | undefined;
  readonly next: AlertRow;
  /** Undefined if only what was measured is new. */
  readonly transition: { readonly reason: TransitionReason; readonly event: AlertEvent | undefined } | undefined;
  readonly at: Date;
  readonly actor: AlertActor;
  readonly note?: string;
}

export const EVALUATION: AlertActor = { type: 'system', id: 'rules' };
export const SILENCER: AlertActor = { type: 'system', id: 'silences' };
export const ESCALATION: AlertActor = { type: 'system', id: 'escalation' };
