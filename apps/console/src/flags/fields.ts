import { choice, flag, optionalText, text, type Fields } from '../url/codec.js';

export const STATES = ['all', 'active', 'inactive'] as const;

export interface FlagsState {
  /** Text that the key or the name contains. */
  readonly q: string;
  readonly state: (typeof STATES)[number];
  /** Key of the flag whose details are open. */
  readonly open: string | undefined;
}

export const FLAGS_FIELDS: Fields<FlagsState> = { q: text(), state: choice(STATES, 'all'), open: optionalText() };

export interface FlagState {
  /** Shows the editor. */
  readonly edit: boolean;
  /** A distinct ID to evaluate besides the sample. */
  readonly id: string | undefined;
}

export const FLAG_FIELDS: Fields<FlagState> = { edit: flag(), id: optionalText() };
