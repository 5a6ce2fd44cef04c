import { choice, flag, list, optionalText, text, type Fields } from '../url/codec.js';
import { SCOPE_FIELDS, type ScopeValues } from '../url/scope-fields.js';

export const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type Level = (typeof LEVELS)[number];

/** The state of the page of logs. */
export interface LogsState {
  readonly q: string;
  readonly level: readonly string[];
  readonly service: readonly string[];
  readonly sort: 'newest' | 'oldest';
  readonly view: 'records' | 'patterns';
  /** Whether new records appear by themselves. */
  readonly live: boolean;
  /** ID of the record whose details are open. */
  readonly open: string | undefined;
  /** Attributes that have a column. */
  readonly cols: readonly string[];
}

export const LOGS_FIELDS: Fields<LogsState> = {
  q: text(),
  level: list(),
  service: list(),
  sort: choice(['newest', 'oldest'], 'newest'),
  view: choice(['records', 'patterns'], 'records'),
  live: flag(),
  open: optionalText(),
  cols: list(),
};

export function isLevel(text: string): text is Level {
  return (LEVELS as readonly string[]).includes(text);
}

/** The parameters of the page with those environments of the scope that a search may have. */
export const LOGS_AND_ENV: Fields<LogsState & Pick<ScopeValues, 'env'>> = { ...LOGS_FIELDS, env: SCOPE_FIELDS.env };
