import { choice, flag, optionalText, text, type Field, type Fields } from '../url/codec.js';

export const TABS = ['runs', 'costs', 'ask', 'investigations', 'evaluations', 'prices'] as const;
export type Tab = (typeof TABS)[number];

export const STATUSES = ['running', 'completed', 'failed', 'timed_out', 'cancelled', 'max_steps'] as const;
export type Status = (typeof STATUSES)[number];

export const GROUPS = ['model', 'provider', 'agent', 'environment'] as const;
export const MEASURES = ['cost', 'calls', 'tokens', 'errors'] as const;

/** The state of the page about AI. */
export interface AiState {
  readonly tab: Tab;
  /** Text of the search of prices. */
  readonly q: string;
  /** Only the prices that the project has set. */
  readonly own: boolean;
  readonly agent: string;
  readonly provider: string;
  /** Any distinct ID of a person. */
  readonly person: string;
  readonly status: readonly Status[];
  /** Only runs that failed, timed out or reached a limit of their steps. */
  readonly errors: boolean;
  readonly by: (typeof GROUPS)[number];
  readonly measure: (typeof MEASURES)[number];
  /** The question that was asked. */
  readonly question: string;
  /** Type and ID of what a new investigation starts from, such as `issue:…`; `question` for nothing. */
  readonly subject: string | undefined;
}

export const AI_FIELDS: Fields<AiState> = {
  tab: choice(TABS, 'runs'),
  q: text(),
  own: flag(),
  agent: text(),
  provider: text(),
  person: text(),
  status: statuses(),
  errors: flag(),
  by: choice(GROUPS, 'model'),
  measure: choice(MEASURES, 'cost'),
  question: text(),
  subject: optionalText(),
};

function statuses(): Field<readonly Status[]> {
  return { read: (texts) => STATUSES.filter((status) => texts.includes(status)), write: (values) => values };
}

/** The step of a run that is looked at. */
export interface RunFields {
  /** ID of the span of the step. */
  readonly step: string | undefined;
}

export const RUN_FIELDS: Fields<RunFields> = { step: optionalText() };
