import { choice, optionalText, type Fields } from '../url/codec.js';

export const STATUSES = ['pending', 'running', 'retrying', 'completed', 'failed', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];

/** The list of exports; those in all states if `any`. */
export interface ExportsState {
  readonly status: Status | 'any';
  /** ID of the export whose details are open. */
  readonly open: string | undefined;
}

export const EXPORTS_FIELDS: Fields<ExportsState> = {
  status: choice(['any', ...STATUSES], 'any'),
  open: optionalText(),
};
