import { randomUUID } from 'node:crypto';
import { makeKey, ok } from '../api.js';

/** The credentials that hostile requests are sent with, all for one project that nothing else uses. */
export interface Cast {
  readonly project: string;
  /** Reads telemetry and events. */
  readonly viewer: string;
  /** Also writes flags and cohorts. */
  readonly member: string;
  /** A key as it is in web pages: evaluates flags and sends data. */
  readonly publishable: string;
  /** Sends telemetry. */
  readonly sender: string;
}

export async function openCast(): Promise<Cast> {
  const slug = `hostile-${randomUUID().slice(0, 8)}`;
  const { id: project } = await ok('POST', '/projects', { body: { name: slug, slug } });
  const key = async (...scopes: string[]): Promise<string> => (await makeKey(scopes, project)).secret;
  return {
    project,
    viewer: await key('logs:read', 'traces:read', 'events:read', 'cohorts:read', 'flags:read'),
    member: await key('flags:read', 'flags:write', 'flags:evaluate', 'cohorts:read', 'cohorts:write'),
    publishable: await key('flags:evaluate'),
    sender: await key('telemetry:write', 'analytics:write'),
  };
}
