import { choice, flag, integer, optionalText, text, type Fields } from '../url/codec.js';

export const SORTS = ['start', 'duration', 'active', 'rage', 'dead', 'errors'] as const;
export const LENGTHS = ['', '10s', '1m', '5m', '15m', '1h'] as const;

/** The list that is looked at on the page of recordings. */
export interface ReplaysState {
  readonly q: string;
  /** Any distinct ID of a person. */
  readonly person: string;
  readonly errors: boolean;
  readonly rage: boolean;
  readonly dead: boolean;
  readonly url: string;
  readonly min_duration: (typeof LENGTHS)[number];
  readonly min_active: (typeof LENGTHS)[number];
  readonly release: string;
  readonly trace_id: string;
  readonly sort: (typeof SORTS)[number];
  /** ID of the session whose summary is open. */
  readonly open: string | undefined;
}

export const REPLAYS_FIELDS: Fields<ReplaysState> = {
  q: text(),
  person: text(),
  errors: flag(),
  rage: flag(),
  dead: flag(),
  url: text(),
  min_duration: choice(LENGTHS, ''),
  min_active: choice(LENGTHS, ''),
  release: text(),
  trace_id: text(),
  sort: choice(SORTS, 'start'),
  open: optionalText(),
};

/** The moment of a recording that is looked at. */
export interface PlayerFields {
  /** Milliseconds from the start of the recording. */
  readonly t: number;
  /** ID of the window, which is a tab of the browser; the one that shows the moment if undefined. */
  readonly window: string | undefined;
}

export const PLAYER_FIELDS: Fields<PlayerFields> = { t: integer(0), window: optionalText() };
