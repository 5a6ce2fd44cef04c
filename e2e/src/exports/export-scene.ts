import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { makeKey, ok, type Json } from '../api.js';
import { makeProject } from '../workspace/project.js';

const SCOPES = ['export:read', 'export:write', 'export:download', 'logs:read'];

/** A project of its own, because creations of exports are limited, and a key of it. */
export async function openScene(): Promise<{ readonly project: string; readonly key: string }> {
  const { id: project } = await makeProject();
  return { project, key: (await makeKey(SCOPES, project)).secret };
}

export const BODY = { type: 'EXPORT_TYPE_CSV', query: { signal: 'logs' } };

export function createExport(key: string, changes: Readonly<Record<string, unknown>> = {}): Promise<Json> {
  return ok('POST', '/export', { key, body: { ...BODY, idempotency_key: randomUUID(), ...changes } });
}

/** The export once it is over. The project is only needed by keys of an organization. */
export async function whenOver(key: string, id: string, project?: string): Promise<Json> {
  const path = `/export/jobs/${id}${project === undefined ? '' : `?project_id=${project}`}`;
  await eventually('the export is over', async () => {
    const { status, error } = await ok('GET', path, { key });
    // The failure names what an export waits for, if it waits too long.
    if (!OVER.has(status) && (error as unknown)) throw new Error(JSON.stringify({ status, error }));
    return OVER.has(status);
  });
  return ok('GET', path, { key });
}

const OVER = new Set<string>(['completed', 'failed', 'cancelled']);
