import { randomUUID } from 'node:crypto';
import { api, ok, type ApiAnswer, type Json } from '../api.js';
import { makeProject } from '../workspace/project.js';

/** A project of its own with incidents. */
export interface IncidentScene {
  readonly project: string;
  create(body?: Readonly<Record<string, unknown>>): Promise<Json>;
  get(id: string, key?: string): Promise<Json>;
  /** A write with the version as it was read and a new key, unless the body says otherwise. */
  write(incident: Json, action: string, body?: Readonly<Record<string, unknown>>, key?: string): Promise<ApiAnswer>;
  /** Like `write`, but repeats the request with its idempotency key while a busy machine asks for a retry. */
  persist(incident: Json, action: string, body?: Readonly<Record<string, unknown>>): Promise<ApiAnswer>;
  /** Like `write`, but fails unless the request succeeds. */
  done(incident: Json, action: string, body?: Readonly<Record<string, unknown>>): Promise<Json>;
  timeline(id: string, query?: string): Promise<Json>;
}

export async function openIncidents(project?: string): Promise<IncidentScene> {
  const projectId = project ?? (await makeProject()).id;
  const inProject = `project_id=${projectId}`;
  const write: IncidentScene['write'] = (incident, action, body = {}, key) =>
    api('POST', `/incidents/${String(incident['id'])}/${action}?${inProject}`, {
      body: { expected_version: incident['version'], idempotency_key: randomUUID(), ...body },
      ...(key !== undefined && { key }),
    });
  return {
    project: projectId,
    create: (body = {}) => ok('POST', `/incidents?${inProject}`, { body: { title: 'Checkout is down', ...body } }),
    get: (id, key) => ok('GET', `/incidents/${id}?${inProject}`, { ...(key !== undefined && { key }) }),
    write,
    persist: async (incident, action, body = {}) => {
      const keyed = { idempotency_key: randomUUID(), ...body };
      for (;;) {
        const answer = await write(incident, action, keyed);
        if (!answer.headers.has('retry-after')) return answer;
      }
    },
    done: async (incident, action, body) => {
      const { status, json, text } = await write(incident, action, body);
      if (status >= 300) throw new Error(`${action}: ${status} ${text}`);
      return json;
    },
    timeline: (id, query = '') => ok('GET', `/incidents/${id}/timeline?${inProject}&${query}`),
  };
}
