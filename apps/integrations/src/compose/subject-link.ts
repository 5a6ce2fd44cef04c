import type { JsonObject } from '@svc/contract';

/** The pages of the console about subjects, below the address of their project. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  alert: (id) => `respond/alerts/${id}`,
  anomaly: (id) => `respond/anomalies/${id}`,
  issue: (id) => `issues/${id}`,
  incident: (id) => `respond/incidents/${id}`,
  channel: () => 'settings/channels',
};

/** Identifies a subject and its project. */
interface Linked {
  readonly subject: string;
  readonly projectId: string;
}

const ID = /^[\w-]{1,64}$/;

/** Address of a subject: the one in its event, or its page of the console. */
export function subjectLink(
  { subject, projectId }: Linked,
  data: JsonObject,
  publicUrl: string | undefined,
): string | undefined {
  const named = typeof data['url'] === 'string' ? URL.parse(data['url']) : null;
  if (named && /^https?:$/.test(named.protocol)) return named.href;
  const [kind = '', id = ''] = subject.split('/', 2);
  // The ID of a project is in the address, because its slug may change.
  if (publicUrl === undefined || !ID.test(id) || !ID.test(projectId)) return undefined;
  const page = Object.hasOwn(PAGES, kind) ? PAGES[kind]?.(id) : undefined;
  return page === undefined ? undefined : `${publicUrl.replace(/\/$/, '')}/p/${projectId}/${page}`;
}
