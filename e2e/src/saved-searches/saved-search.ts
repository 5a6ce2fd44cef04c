import { randomUUID } from 'node:crypto';
import { defaultProjectId, makeKey, ok, type Json } from '../api.js';

const SCOPES = ['saved_searches:read', 'saved_searches:write'];

export interface Caller {
  readonly key: string;
  readonly keyId: string;
}

export interface Scene {
  readonly project: string;
  /** `project_id=…`, for organization-level callers. */
  readonly query: string;
  /** Two callers of one project, who see each other's shared searches only. */
  readonly alice: Caller;
  readonly bob: Caller;
}

export async function openScene(): Promise<Scene> {
  const project = await defaultProjectId();
  const caller = async (): Promise<Caller> => {
    const { id, secret } = await makeKey(SCOPES, project);
    return { key: secret, keyId: id };
  };
  return { project, query: `project_id=${project}`, alice: await caller(), bob: await caller() };
}

export function body(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'Errors of checkout',
    signal: 'logs',
    query: { q: 'refused', level: ['error'], nested: { nothing: null } },
    is_shared: false,
    idempotency_key: randomUUID(),
    ...changes,
  };
}

export function create({ key }: Caller, changes: Record<string, unknown> = {}): Promise<Json> {
  return ok('POST', '/search/saved', { key, body: body(changes) });
}
