import type { JsonObject } from '@svc/contract';

/** The REST resources of subjects that have one. */
const RESOURCES: Readonly<Record<string, string>> = {
  alert: 'alerts',
  issue: 'issues',
  incident: 'incidents',
  anomaly: 'anomalies',
  channel: 'notifications/channels',
};

/** Address of a subject: the one in its event, or its REST resource. */
export function subjectLink(subject: string, data: JsonObject, publicUrl: string | undefined): string | undefined {
  const named = typeof data['url'] === 'string' ? URL.parse(data['url']) : null;
  if (named && /^https?:$/.test(named.protocol)) return named.href;
  const [kind = '', id = ''] = subject.split('/', 2);
  const resource = RESOURCES[kind];
  if (publicUrl === undefined || resource === undefined || !/^[\w-]{1,64}$/.test(id)) return undefined;
  return `${publicUrl.replace(/\/$/, '')}/api/v1/${resource}/${id}`;
}
