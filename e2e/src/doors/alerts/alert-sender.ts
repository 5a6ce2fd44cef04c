import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { eventually } from '@svc/testing';
import { makeKey, ok, type Json } from '../../api.js';
import { startReceiver } from '../../integrations/receiver.js';
import { noteSecret } from '../../secrets.js';
import { theService } from '../../topology.js';
import { makeProject } from '../../workspace/project.js';

export interface Answer {
  readonly status: number;
  readonly json: Json;
}

/** Sends a request to the address of the service, as another product does. */
export async function send(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
  method = 'POST',
): Promise<Answer> {
  const answer = await fetch(`${theService().httpUrl}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, json: (text === '' ? {} : JSON.parse(text)) as Json };
}

/** A project with a rule that takes alerts of other products, a key for their senders, and a channel that is notified at once. */
export async function openAlertScene(external: object = {}) {
  const { id: project, slug } = await makeProject();
  const receiver = await startReceiver();
  const secret = noteSecret(`whsec_${randomBytes(32).toString('base64')}`);
  const channel = await ok('POST', `/notifications/channels?project_id=${project}`, {
    body: { type: 'webhook', name: 'hook', config: { url: receiver.url, secret } },
  });
  const notify = { channels: [channel['id']], group_wait: '0s', group_interval: '1s' };
  const rule = await ok('POST', `/alerts/rules?project_id=${project}`, {
    body: { name: 'Other products', kind: 'external', external, notify },
  });
  const { secret: key } = await makeKey(['alerts:send'], project);
  const list = async (): Promise<Json[]> => [
    ...((await ok('GET', `/alerts?project_id=${project}`))['alerts'] as Json[]),
  ];
  const listResolved = async (): Promise<Json[]> => [
    ...((await ok('GET', `/alerts?project_id=${project}&state=resolved`))['alerts'] as Json[]),
  ];
  return {
    project,
    slug,
    key,
    ruleId: rule['id'] as string,
    rule,
    list,
    listResolved,
    /** The events of alerts that the channel received, but for acknowledgements, once this one is among them. */
    notified: (type: string): Promise<string[]> =>
      eventually(`a notification of ${type}`, () => {
        const types = receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
        return types.includes(type) && types.filter((one) => one !== 'alert.acknowledged');
      }),
    stop: () => receiver.stop(),
  };
}

export type AlertScene = Awaited<ReturnType<typeof openAlertScene>>;

/** Sends a firing alert and its end, and checks what the alert, the list and the channel have of it. */
export async function checkLife(
  scene: AlertScene,
  name: string,
  { begin, end }: { begin: () => Promise<unknown>; end: () => Promise<unknown> },
): Promise<Json> {
  await begin();
  const [alert, ...others] = await scene.list();
  assert.ok(alert);
  assert.deepEqual([others.length, alert['name'], alert['state']], [0, name, 'firing']);
  assert.deepEqual(await scene.notified('alert.firing'), ['alert.firing']);
  await end();
  assert.deepEqual(await scene.list(), []);
  assert.deepEqual(await scene.notified('alert.resolved'), ['alert.firing', 'alert.resolved']);
  const [resolved] = await scene.listResolved();
  assert.deepEqual([resolved?.['id'], resolved?.['resolution']], [alert['id'], 'recovered']);
  return alert;
}
