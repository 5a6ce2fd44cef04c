import type { JsonObject } from '@svc/contract';
import { affected, facts, text, time, type Description } from './describe.js';
import type { Severity, Status } from './notification.js';
import { cut } from './text.js';

interface Wording {
  /** The beginning of the title. */
  readonly says: string;
  readonly status: Status;
}

/** Alerts, incidents and anomalies, and the pages about them. */
const WORDINGS: Readonly<Record<string, Wording>> = {
  page: { says: 'Page', status: 'open' },
  'alert.firing': { says: 'Alert firing', status: 'open' },
  'alert.acknowledged': { says: 'Alert acknowledged', status: 'acknowledged' },
  'alert.resolved': { says: 'Alert resolved', status: 'resolved' },
  'incident.created': { says: 'New incident', status: 'open' },
  'incident.acknowledged': { says: 'Incident acknowledged', status: 'acknowledged' },
  'incident.resolved': { says: 'Incident resolved', status: 'resolved' },
  'incident.reopened': { says: 'Incident reopened', status: 'open' },
  'incident.commented': { says: 'Comment on incident', status: 'update' },
  'anomaly.opened': { says: 'Anomaly', status: 'open' },
  'anomaly.resolved': { says: 'Anomaly resolved', status: 'resolved' },
};

/** @param subject `incident/<id>`. Undefined for another type. */
export function describeResponse(type: string, subject: string, data: JsonObject, at: Date): Description | undefined {
  const wording = WORDINGS[type];
  if (!wording) return undefined;
  const { says, status } = wording;
  const since = time(data['since'], at);
  const [service, environment] = [text(data['service']), text(data['environment'])];
  const command = nextCommand(subject, status);
  return {
    subject,
    status,
    severity: status === 'open' ? severity(data) : 'info',
    title: `${[says, text(data['number'])].filter(Boolean).join(' ')}: ${cut(text(data['title']) || subject, 300)}`,
    facts: facts([
      ['What', text(data['summary'])],
      ['Since', since],
      ['Affected', affected(data)],
      ['Service', service !== '' && environment !== '' ? `${service} (${environment})` : service || environment],
      ['Severity', typeof data['severity'] === 'number' ? String(data['severity']) : text(data['severity'])],
      ...(status === 'resolved' ? ([['Resolved', time(data['resolved_at'], at)]] as const) : []),
      ['By', text(data['by'])],
      ['Note', text(data['note'])],
      ['Escalation level', typeof data['level'] === 'number' ? String(data['level']) : ''],
    ]),
    ...(command !== undefined && { command }),
  };
}

/** Incidents have numbers from 1, the highest; alerts have words. */
function severity({ severity }: JsonObject): Severity {
  if (severity === 1) return 'critical';
  return severity === 'critical' || severity === 'info' ? severity : 'warning';
}

function nextCommand(subject: string, status: Status): string | undefined {
  const [kind, id = ''] = subject.split('/', 2);
  if (!/^[\w-]{1,64}$/.test(id)) return undefined;
  if (kind === 'incident') return `svc incidents view ${id}`;
  if (kind === 'anomaly') return `svc anomalies get ${id}`;
  if (kind !== 'alert') return undefined;
  const next: Partial<Record<Status, string>> = { open: `ack ${id}`, acknowledged: `resolve ${id}` };
  return `svc alerts ${next[status] ?? 'list'}`;
}
