import { choice, optionalText, text, type Fields } from '../url/codec.js';

/** The files that make stacks readable: source maps, or those of Android and Apple programs. */
export const KINDS = ['sourcemaps', 'programs'] as const;
export type Kind = (typeof KINDS)[number];

export interface SymbolsState {
  readonly kind: Kind;
  /** Only source maps of this release; all of them if empty. */
  readonly release: string;
  /** ID of the file whose details are open. */
  readonly open: string | undefined;
}

export const SYMBOLS_FIELDS: Fields<SymbolsState> = {
  kind: choice(KINDS, 'sourcemaps'),
  release: text(),
  open: optionalText(),
};
