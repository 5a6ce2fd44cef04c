import type { AlertRow } from './alert-row.js';
import type { AlertEvent, TransitionReason } from './lifecycle.js';

/** Author of a change of alerts. */
export interface AlertActor {
  readonly type: 'user' | 'api_key' | 'system';
  /** ID of the user or the key, or name of the part of the service. */
  readonly id: string;
  /** Display name; undefined for a part of the service. */
  readonly name?: string;
}

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
