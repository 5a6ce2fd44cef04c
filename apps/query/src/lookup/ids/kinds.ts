import { cutText } from '@svc/reading/text';

/** The kinds of records that an ID can be looked up as, in the order of their matches. */
export const KINDS = [
  ...(['trace', 'span', 'log', 'issue', 'incident', 'alert', 'anomaly', 'agent_run', 'session'] as const),
  ...(['person', 'account', 'flag'] as const),
] as const;
export type Kind = (typeof KINDS)[number];

/** The scopes that read the records by themselves. */
export const KIND_SCOPES: Readonly<Record<Kind, string>> = {
  trace: 'traces:read',
  span: 'traces:read',
  log: 'logs:read',
  issue: 'issues:read',
  incident: 'incidents:read',
  alert: 'alerts:read',
  anomaly: 'anomalies:read',
  agent_run: 'agent_runs:read',
  session: 'replay:read',
  person: 'persons:read',
  account: 'groups:read',
  flag: 'flags:read',
};

/** The part of a record that a text can be. */
export type MatchedBy = 'id' | 'prefix' | 'number' | 'distinct_id' | 'email' | 'key';

/** A record that a text names. */
export interface Match {
  readonly type: Kind;
  readonly id: string;
  readonly title: string;
  readonly matchedBy: MatchedBy;
  /** Nanoseconds since 1970. */
  readonly time?: bigint;
  /** Path of the operation that shows the record. */
  readonly path: string;
}

/** The most matches of one kind. */
export const MAX_MATCHES = 10;

/** Characters of a title: enough to recognize a record in a list. */
const MAX_TITLE = 256;

/** The first line of a text, as a title. */
export const toTitle = (text: string): string => cutText(text.split('\n', 1)[0] ?? '', MAX_TITLE);

/** A path of the API with IDs from the stores, which may have any characters. */
export function pathOf(parts: TemplateStringsArray, ...ids: readonly string[]): string {
  return `/api/v1${String.raw({ raw: parts }, ...ids.map(encodeURIComponent))}`;
}
