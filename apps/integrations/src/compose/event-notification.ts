import type { JsonObject } from '@svc/contract';
import type { DomainEvent } from '@svc/relational';
import { describeResponse } from './describe-response.js';
import { affected, facts, text, time, type Description } from './describe.js';
import type { Notification, Severity, Status } from './notification.js';
import { subjectLink } from './subject-link.js';
import { cut } from './text.js';

interface Wording {
  /** The beginning of the title. */
  readonly says: string;
  readonly status: Status;
  readonly severity: Severity;
}

const ISSUE_EVENTS: Readonly<Record<string, Wording>> = {
  'issue.new': { says: 'New issue', status: 'open', severity: 'warning' },
  'issue.regressed': { says: 'Issue has come back', status: 'open', severity: 'warning' },
  'issue.escalating': { says: 'Issue is escalating', status: 'open', severity: 'critical' },
  'issue.resolved': { says: 'Issue resolved', status: 'resolved', severity: 'info' },
};

/** The parts of an event that a notification is composed of. */
export type NotifiedEvent = Pick<DomainEvent, 'type' | 'projectId' | 'subject' | 'occurredAt'> & {
  readonly data: unknown;
};

/**
 * Converts a domain event to a notification.
 *
 * @param publicUrl address of the console and the REST interface, for links.
 */
export function toNotification(event: NotifiedEvent, projectName: string, publicUrl?: string): Notification {
  const { type, projectId, occurredAt } = event;
  const known = event.data as JsonObject;
  const description = describe(event, known);
  const { subject } = description;
  const url = subjectLink({ subject, projectId }, known, publicUrl);
  // Receivers of webhooks get the ID and the address of every subject, whatever its event contains.
  const data = { id: subject.slice(subject.indexOf('/') + 1), ...known, ...(url !== undefined && { url }) };
  return { type, projectId, projectName, occurredAt, data, ...description, ...(url !== undefined && { url }) };
}

function describe({ type, subject, occurredAt }: NotifiedEvent, data: JsonObject): Description {
  const issue = ISSUE_EVENTS[type];
  if (issue) return describeIssue(issue, subject, data, occurredAt);
  if (type === 'release.deployed') return describeRelease(subject, data, occurredAt);
  if (type === 'channel.unhealthy') return describeChannel(subject, data, occurredAt);
  const named = subject.includes('/') ? subject : `${type.split('.', 1)[0]}/${subject}`;
  const response = describeResponse(type, named, data, occurredAt);
  if (response) return response;
  return { title: type.replaceAll(/[._]/g, ' '), subject, status: 'information', severity: 'info', facts: [] };
}

function describeIssue({ says, status, severity }: Wording, id: string, data: JsonObject, at: Date): Description {
  return {
    subject: `issue/${id}`,
    status,
    severity: severity === 'warning' && data['level'] === 'fatal' ? 'critical' : severity,
    title: `${says}: ${cut(text(data['title']), 300)}`,
    facts: facts([
      ['Since', time(data['first_seen'], at)],
      ['Affected', affected(data)],
      ['In', text(data['culprit'])],
      ['Release', text(data['release'])],
      ['Level', text(data['level'])],
      ['Platform', text(data['platform'])],
    ]),
    command: `svc issues view ${id}`,
  };
}

function describeRelease(id: string, data: JsonObject, at: Date): Description {
  const release = text(data['release']);
  return {
    subject: `release/${id}`,
    status: 'information',
    severity: 'info',
    title: `Release deployed: ${cut(release, 300)}`,
    facts: facts([
      ['Deployed', at],
      ['Author', text(data['author'])],
      ['Commit', text(data['commit'])],
    ]),
    command: `svc releases get ${/^[\w.@+-]+$/.test(release) ? release : '<release>'}`,
  };
}

function describeChannel(id: string, data: JsonObject, at: Date): Description {
  return {
    subject: `channel/${id}`,
    status: 'information',
    severity: 'warning',
    title: `Notifications do not arrive: channel ${cut(text(data['channel_name']), 200)}`,
    facts: facts([
      ['Since', time(data['since'], at)],
      ['Type', text(data['channel_type'])],
      ['Last error', text(data['reason'])],
    ]),
    command: `svc deliveries list --channel ${id}`,
  };
}
