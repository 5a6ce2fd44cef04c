import { choice, flag, list, optionalText, text, type Fields } from '../url/codec.js';

export const TABS = ['persons', 'accounts', 'segments', 'cohorts', 'events', 'trends', 'funnels', 'retention'] as const;
export type Tab = (typeof TABS)[number];

export const INTERVAL_NAMES = ['auto', 'hour', 'day', 'week', 'month'] as const;
export const PERIODS = ['day', 'week', 'month'] as const;
export const WINDOWS = ['30m', '1h', '6h', '1d', '7d', '14d', '30d', '90d'] as const;

/** The state of the page of customers. */
export interface CustomersState {
  readonly tab: Tab;
  /** The search of the tab. */
  readonly q: string;
  /** Group type of the accounts. */
  readonly type: string | undefined;
  /** ID of what is open beside the list. */
  readonly open: string | undefined;
  /** Whether new events appear by themselves. */
  readonly live: boolean;
  /** Events of trends, steps of a funnel, or the first event of retention. */
  readonly event: readonly string[];
  /** The event that counts as a return; the first one if undefined. */
  readonly back: string | undefined;
  readonly interval: (typeof INTERVAL_NAMES)[number];
  readonly measure: 'count' | 'unique_persons';
  /** Breakdown, such as `property.plan`. */
  readonly by: string;
  readonly window: (typeof WINDOWS)[number];
  readonly period: (typeof PERIODS)[number];
}

export const CUSTOMERS_FIELDS: Fields<CustomersState> = {
  tab: choice(TABS, 'persons'),
  q: text(),
  type: optionalText(),
  open: optionalText(),
  live: flag(),
  event: list(),
  back: optionalText(),
  interval: choice(INTERVAL_NAMES, 'auto'),
  measure: choice(['count', 'unique_persons'], 'count'),
  by: text(),
  window: choice(WINDOWS, '14d'),
  period: choice(PERIODS, 'day'),
};

/** Kinds of entries that a timeline is narrowed to; all of them if empty. */
export interface TimelineState {
  readonly kinds: readonly string[];
}

export const TIMELINE_FIELDS: Fields<TimelineState> = { kinds: list() };
