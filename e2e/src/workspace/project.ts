import { randomUUID } from 'node:crypto';
import { ok, type Json } from '../api.js';
import { theService } from '../topology.js';

export interface MadeProject {
  readonly id: string;
  readonly slug: string;
  /** As it was answered. */
  readonly record: Json;
}

/** A project of its own for a spec. */
export async function makeProject(name = 'A project', slug = `p-${randomUUID().slice(0, 13)}`): Promise<MadeProject> {
  const record = await ok('POST', '/projects', { body: { name, slug } });
  return { id: record['id'], slug, record };
}

/** Sends one log record; answers the status. */
export async function sendLog(key: string, projectId?: string): Promise<number> {
  const query = projectId === undefined ? '' : `?project_id=${projectId}`;
  const record = { timeUnixNano: `${Date.now()}000000`, body: { stringValue: randomUUID() } };
  const answer = await fetch(`${theService().ingestUrl}/v1/logs${query}`, {
    method: 'POST',
    headers: { 'x-svc-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] }),
  });
  await answer.arrayBuffer();
  return answer.status;
}
