import { choice, optionalText, text, type Fields } from '../url/codec.js';

export const SIGNALS = ['logs', 'traces', 'errors', 'metrics'] as const;
export type Signal = (typeof SIGNALS)[number];

export interface SearchesState {
  /** Text that names contain. */
  readonly name: string;
  readonly signal: Signal | 'all';
  /** ID of the search whose details are open. */
  readonly open: string | undefined;
}

export const SEARCHES_FIELDS: Fields<SearchesState> = {
  name: text(),
  signal: choice(['all', ...SIGNALS], 'all'),
  open: optionalText(),
};
