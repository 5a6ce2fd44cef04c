import type { JsonObject } from '@svc/contract';

/** The pages of the console about subjects, below the address of their project. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  alert: (id) => `respond/alerts/${id}`,
  issue: (id) => `issues/${id}`,
  incident: (id) => `respond/incidents/${id}`,
  channel: () => 'settings/channels',
};

/** The REST resources of subjects that have no page. */
const RESOURCES: Readonly<Record<string, string>> = { anomaly: 'anomalies' };

/** Identifies a subject and its project. */
interface Linked {
  readonly subject: string;
  readonly projectId: string;
}

const ID = /^[\w-]{1,64}$/;

/** Address of a subject: the one in its event, its page of the console, or its REST resource. */
export function subjectLink(
  { subject, projectId }: Linked,
  data: JsonObject,
  publicUrl: string | undefined,
): string | undefined {
  const named = typeof data['url'] === 'string' ? URL.parse(data['url']) : null;
  if (named && /^https?:$/.test(named.protocol)) return named.href;
  const [kind = '', id = ''] = subject.split('/', 2);
  if (publicUrl === undefined || !ID.test(id)) return undefined;
  const origin = publicUrl.replace(/\/$/, '');
  const page = Object.hasOwn(PAGES, kind) ? PAGES[kind]?.(id) : undefined;
  // The ID of a project is in the address, because its slug may change.
  if (page !== undefined && ID.test(projectId)) return `${origin}/p/${projectId}/${page}`;
  const resource = Object.hasOwn(RESOURCES, kind) ? RESOURCES[kind] : undefined;
  return resource === undefined ? undefined : `${origin}/api/v1/${resource}/${id}`;
}
