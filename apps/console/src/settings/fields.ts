import { flag, optionalText, text, type Fields } from '../url/codec.js';

export interface KeysState {
  /** Shows keys that do not work any more, too. */
  readonly ended: boolean;
}

export const KEYS_FIELDS: Fields<KeysState> = { ended: flag() };

export interface AuditState {
  /** Only entries of this operation, such as `flags.update`. */
  readonly operation: string;
  /** Only entries of this user or key. */
  readonly by: string | undefined;
}

export const AUDIT_FIELDS: Fields<AuditState> = { operation: text(), by: optionalText() };

export interface UsageState {
  /** A month such as `2026-11`; none is the present one. */
  readonly period: string | undefined;
}

export const USAGE_FIELDS: Fields<UsageState> = { period: optionalText() };

export interface OpenState {
  /** ID of what is being edited. */
  readonly open: string | undefined;
}

export const OPEN_FIELDS: Fields<OpenState> = { open: optionalText() };
