import type { IncidentEntry } from '../../../gen/api.js';

/** An entry of a timeline in words. */
export interface EntryText {
  readonly title: string;
  /** A text by a user or an alert; empty if there is none. */
  readonly text: string;
  /** Sentences about receivers that were not reached. */
  readonly missed: readonly string[];
}

type NameOf = (id: string | undefined) => string;

const TITLES: Readonly<Record<string, string>> = {
  created: 'opened the incident',
  acknowledged: 'acknowledged it',
  resolved: 'resolved it',
  reopened: 'opened it again',
  comment: 'commented',
  title_changed: 'changed the title',
  description_changed: 'changed the description',
  escalation_started: 'The escalation started',
  escalation_no_one_oncall: 'Nobody was on call',
  escalation_exhausted: 'The escalation ended: every level was paged',
  escalation_stopped: 'The escalation stopped',
  notification_sent: 'A notification was sent',
  notification_suppressed: 'A notification was suppressed',
  investigation_attached: 'An investigation was attached',
};

/** Describes an entry; its author is shown before the title unless it was the service. */
export function describeEntry({ kind, data = {} }: Pick<IncidentEntry, 'kind' | 'data'>, nameOf: NameOf): EntryText {
  const missed = toList(data['missed']).flatMap((miss) => {
    const { summary } = (miss ?? {}) as { readonly summary?: unknown };
    return typeof summary === 'string' ? [summary] : [];
  });
  // Another entry says whom a page of a level did not reach.
  const isSaid = kind === 'escalation_level_notified';
  return {
    title: toTitle(kind, data, nameOf),
    text: toOwnText(kind, data, missed.length > 0),
    missed: isSaid ? [] : missed,
  };
}

function toOwnText(kind: string, data: Readonly<Record<string, unknown>>, hasMissed: boolean): string {
  switch (kind) {
    case 'comment':
      return toText(data['text']);
    case 'description_changed':
      return toText(data['to']);
    case 'alert_attached':
    case 'alert_fired':
    case 'alert_resolved':
      return [data['summary'], data['reason']]
        .map(toText)
        .filter((part) => part !== '')
        .join(' Why here: ');
    case 'reopened':
    case 'escalation_stopped':
      return toText(data['reason']).replaceAll('_', ' ');
    default:
      return hasMissed ? '' : toText(data['summary']);
  }
}

function toTitle(kind: string, data: Readonly<Record<string, unknown>>, nameOf: NameOf): string {
  const { from, to, type, ref, title, level, users, channels } = data;
  switch (kind) {
    case 'severity_changed':
      return `changed the severity from ${toText(from)} to ${toText(to)}`;
    case 'title_changed':
      return `changed the title to “${toText(to)}”`;
    case 'link_added':
      return `linked ${nameLink(type)} ${toText(ref)}`;
    case 'link_removed':
      return `removed the link to ${nameLink(type)} ${toText(ref)}`;
    case 'alert_attached':
    case 'alert_fired':
    case 'alert_resolved':
      return `Alert ${kind.slice('alert_'.length)}${title === undefined ? '' : `: ${toText(title)}`}`;
    case 'notification_failed':
      return level === undefined
        ? 'A notification failed'
        : `Level ${toText(level)} did not reach all of its receivers`;
    case 'escalation_level_notified': {
      const people = toList(users).map((user) => nameOf(toText(user)));
      const count = toList(channels).length;
      const all = [...people, ...(count > 0 ? [count === 1 ? '1 channel' : `${count} channels`] : [])];
      return `Level ${toText(level)} was paged: ${all.length === 0 ? 'nobody' : all.join(', ')}`;
    }
    default:
      return TITLES[kind] ?? kind.replaceAll('_', ' ');
  }
}

function nameLink(type: unknown): string {
  return type === 'error_group' ? 'the issue' : `the ${toText(type)}`;
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
