import type { Incident } from '../../../gen/api.js';

export type LinkType = 'alert' | 'error_group' | 'anomaly';

/** A change of one incident. */
export type IncidentAction =
  | { readonly kind: 'acknowledge' }
  | { readonly kind: 'resolve' }
  | { readonly kind: 'reopen' }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'edit'; readonly title?: string; readonly description?: string; readonly severity?: number }
  | { readonly kind: 'link'; readonly type: LinkType; readonly ref: string }
  | { readonly kind: 'unlink'; readonly linkId: string };

/** Statuses from which a transition is possible. */
const FROM: Readonly<Record<'acknowledge' | 'resolve' | 'reopen', readonly string[]>> = {
  acknowledge: ['open'],
  resolve: ['open', 'acknowledged'],
  reopen: ['acknowledged', 'resolved'],
};

/** The edit that makes of an incident what was typed, without fields that were not changed; undefined if none was. */
export function toEdit(
  { title, description }: Pick<Incident, 'title' | 'description'>,
  typed: { readonly title: string; readonly description: string },
): Extract<IncidentAction, { readonly kind: 'edit' }> | undefined {
  const fields = {
    ...(typed.title.trim() !== title && { title: typed.title.trim() }),
    ...(typed.description !== description && { description: typed.description }),
  };
  return Object.keys(fields).length === 0 ? undefined : { kind: 'edit', ...fields };
}

/** Why an incident with this status cannot be changed so; undefined if it can. */
export function refuse(kind: IncidentAction['kind'], status: string): string | undefined {
  if (kind !== 'acknowledge' && kind !== 'resolve' && kind !== 'reopen') return undefined;
  return FROM[kind].includes(status) ? undefined : `The incident is ${status}.`;
}

const DONE: Readonly<Record<IncidentAction['kind'], string>> = {
  acknowledge: 'Acknowledged. Nobody is paged any more.',
  resolve: 'Resolved.',
  reopen: 'Reopened. Its escalation starts again.',
  comment: 'The comment is in the timeline.',
  edit: 'Saved.',
  link: 'Linked.',
  unlink: 'The link is removed.',
};

/** The change as a sentence, after it was made. */
export function describeDone({ kind }: IncidentAction): string {
  return DONE[kind];
}

export interface Difference {
  readonly name: string;
  readonly before: string;
  readonly now: string;
}

/** The differences between the incident that the user saw and its present state. */
export function compareIncidents(
  before: Incident,
  now: Incident,
  nameOf: (id: string | undefined) => string,
): readonly Difference[] {
  const toAll = (incident: Incident): readonly (readonly [string, string])[] => [
    ['Status', incident.status],
    ['Severity', String(incident.severity)],
    ['Title', incident.title],
    ['Description', incident.description],
    ['Acknowledged by', nameOf(incident.acknowledged_by)],
    ['Resolved by', nameOf(incident.resolved_by)],
    ['Links', String(incident.links.length)],
    ['Version', String(incident.version)],
  ];
  const after = toAll(now);
  return toAll(before).flatMap(([name, text], index) => {
    const other = after[index]?.[1] ?? '';
    return text === other ? [] : [{ name, before: text, now: other }];
  });
}
