import { optionalText, type Fields } from '../url/codec.js';

export interface ReleasesState {
  /** Name of the release whose details are open. */
  readonly open: string | undefined;
}

export const RELEASES_FIELDS: Fields<ReleasesState> = { open: optionalText() };
