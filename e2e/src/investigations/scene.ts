import { eventually } from '@svc/testing';
import { api, makeKey, ok, type Json } from '../api.js';
import { LiveStream, type LiveEvent } from '../logs/live-stream.js';
import { makeProject } from '../workspace/project.js';

export const SCOPES: readonly string[] = [
  ...['investigations:read', 'investigations:write', 'services:read', 'traces:read', 'logs:read', 'metrics:read'],
  ...['agent_runs:read', 'issues:read', 'incidents:read', 'incidents:write', 'releases:read', 'flags:read'],
  ...['persons:read', 'groups:read', 'alerts:read', 'projects:read', 'settings:read'],
  ...['telemetry:write', 'analytics:write'],
];

/** A project of its own, because starts are limited, and a key of it. */
export interface Scene {
  readonly project: string;
  readonly key: string;
}

export async function openScene(scopes = SCOPES): Promise<Scene> {
  const { id: project } = await makeProject();
  return { project, key: (await makeKey(scopes, project)).secret };
}

export const start = ({ key }: Pick<Scene, 'key'>, body: object = {}): Promise<Json> =>
  ok('POST', '/investigations', { key, body: { question: 'why is it slow', ...body } });

const OVER = new Set(['completed', 'failed', 'cancelled']);

/** The investigation once it is over. */
export async function whenOver({ key }: Pick<Scene, 'key'>, id: string): Promise<Json> {
  await eventually('the investigation is over', async () => {
    const { status, json } = await api('GET', `/investigations/${id}`, { key });
    return status === 200 && OVER.has(json['status']);
  });
  return ok('GET', `/investigations/${id}`, { key });
}

/** The events of a stream that ends by itself. */
export async function follow({ key }: Pick<Scene, 'key'>, id: string, lastId?: string): Promise<readonly LiveEvent[]> {
  const stream = await LiveStream.follow(`/investigations/${id}/events`, { key, lastId });
  await eventually('the stream has ended', () => Promise.resolve(stream.isClosed));
  return stream.events;
}
