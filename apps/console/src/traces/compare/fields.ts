import { text, type Fields } from '../../url/codec.js';

/** The IDs of the two traces; empty where none is chosen. */
export interface CompareState {
  readonly a: string;
  readonly b: string;
}

export const COMPARE_FIELDS: Fields<CompareState> = { a: text(), b: text() };
