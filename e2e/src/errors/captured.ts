import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, ok, type Json } from '../api.js';
import { makeKey } from '../api.js';
import { capture } from '../persons/capture.js';
import { makeProject } from '../workspace/project.js';

/** A project with a key of its own. */
export interface Scene {
  readonly project: string;
  readonly key: string;
  /** A read of the project. */
  readonly read: (path: string) => Promise<Json>;
}

export async function openScene(): Promise<Scene> {
  const { id: project } = await makeProject();
  const scopes = ['errors:read', 'issues:read', 'releases:read', 'releases:write', 'analytics:write', 'persons:read'];
  const { secret: key } = await makeKey(scopes, project);
  return { project, key, read: (path) => ok('GET', path, { key }) };
}

/** An exception that an application captured. */
export interface Captured {
  readonly message: string;
  readonly distinctId?: string;
  readonly type?: string;
  readonly release?: string;
  readonly sessionId?: string;
  readonly handled?: boolean;
  readonly groups?: Readonly<Record<string, string>>;
}

const FRAME = { filename: '/app/src/orders.js', lineno: 17, colno: 5, in_app: true, platform: 'node:javascript' };

/** Sends exceptions of one function, so that all errors of one type form one issue. */
export async function captureErrors(scene: Scene, errors: readonly Captured[]): Promise<void> {
  const events = errors.map(
    ({ message, distinctId = 'nobody', type = 'Error', release, sessionId, handled, groups }) => ({
      event: '$exception',
      distinct_id: distinctId,
      ...(sessionId === undefined ? {} : { session_id: sessionId }),
      properties: {
        // A text of several lines has characters that capture refuses.
        $exception_list: [{ type, value: message, stacktrace: { frames: [{ ...FRAME, function: `fail${type}` }] } }],
        ...(release === undefined ? {} : { release }),
        ...(handled === undefined ? {} : { handled }),
        ...(groups === undefined ? {} : { $groups: groups }),
      },
    }),
  );
  await capture(events, scene.key);
}

/** The group of errors of a type, once it has the given number of errors. */
export function groupWith(scene: Scene, type: string, count: number): Promise<Json> {
  return eventually(`${count} errors of a group`, async () => {
    const { groups } = await scene.read('/errors/groups');
    return [...(groups as Json[])].find((group) => group['type'] === type && Number(group['count']) === count);
  });
}

/** All pages of a list. */
export async function allPages(
  scene: Scene,
  path: string,
  rows: string,
  between: () => Promise<void>,
): Promise<Json[]> {
  const found: Json[] = [];
  let cursor = '';
  do {
    const answer = await api('GET', `${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, { key: scene.key });
    assert.equal(answer.status, 200, answer.text);
    found.push(...(answer.json[rows] as Json[]));
    const pagination = answer.json['pagination'];
    assert.equal('next_cursor' in pagination, pagination['has_more']);
    cursor = pagination['next_cursor'] ?? '';
    await between();
  } while (cursor !== '');
  return found;
}
