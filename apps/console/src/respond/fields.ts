import { choice, list, optionalText, text, type Fields } from '../url/codec.js';

export const TABS = [
  'alerts',
  'anomalies',
  'rules',
  'silences',
  'inhibition',
  'incidents',
  'oncall',
  'escalation',
  'deliveries',
] as const;
export type Tab = (typeof TABS)[number];

/** The state of the page of alerts, incidents and those who respond to them. */
export interface RespondState {
  readonly tab: Tab;
  /** Text that names contain. */
  readonly q: string;
  /** States of alerts, anomalies, incidents or deliveries; all of them if empty. */
  readonly state: readonly string[];
  readonly severity: readonly string[];
  /** ID of what is open: an alert, an anomaly or a delivery beside the list, a schedule or a policy. */
  readonly open: string | undefined;
  /** The draft of a rule or a silence that is being made, as JSON; none if undefined. */
  readonly new: string | undefined;
}

export const RESPOND_FIELDS: Fields<RespondState> = {
  tab: choice(TABS, 'alerts'),
  q: text(),
  state: list(),
  severity: list(),
  open: optionalText(),
  new: optionalText(),
};

/** The state of another tab, in which nothing is filtered. */
export function toTab(tab: Tab): Partial<RespondState> {
  return { tab, q: '', state: [], severity: [], open: undefined, new: undefined };
}
