import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { makeKey, ok } from '../api.js';
import { theService } from '../topology.js';
import { create, openProject, type Scene } from './flag.js';

const SEND = ['analytics:write', 'telemetry:write'];

describe('flags that demand server-written properties', () => {
  let scene: Scene;
  let page: string;
  let backend: string;
  beforeAll(async () => {
    scene = await openProject();
    backend = (await makeKey(SEND, scene.project)).secret;
    const made = await ok('POST', '/account/api-keys', {
      body: { name: 'page', scopes: SEND, project_id: scene.project, publishable: true },
    });
    page = made['secret'];
    const plan = { type: 'person', key: 'plan', operator: 'eq', value: 'pro' };
    await create(scene, { key: 'trusting', filters: { groups: [{ conditions: [plan] }] } });
    await create(scene, { key: 'strict', filters: { groups: [{ conditions: [{ ...plan, source: 'server' }] }] } });
    const tier = { type: 'group', group_type: 'company', key: 'tier', operator: 'eq', value: 'gold', source: 'server' };
    await create(scene, { key: 'company', filters: { groups: [{ conditions: [tier] }] } });
  });

  const send = async (sender: string, ...events: object[]): Promise<void> => {
    const answer = await fetch(`${theService().ingestUrl}/api/v1/capture`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-svc-api-key': sender },
      body: JSON.stringify({ events }),
    });
    assert.equal(answer.status, 200, await answer.text());
  };
  const decide = async (distinctId: string, more: object = {}): Promise<Record<string, boolean>> => {
    const { flags } = await ok('POST', '/decide', { key: scene.key, body: { distinct_id: distinctId, ...more } });
    return Object.fromEntries(
      Object.entries(flags as Record<string, { enabled: boolean }>).map(([key, { enabled }]) => [key, enabled]),
    );
  };

  it('ignores properties that a page writes or a request claims', async () => {
    await send(page, { event: 'identify', distinct_id: 'guest', set: { plan: 'pro' } });
    await eventually('the write of the page', async () => (await decide('guest'))['trusting']);
    assert.equal((await decide('guest'))['strict'], false);
    assert.equal((await decide('guest', { person_properties: { plan: 'pro' } }))['strict'], false);
  });

  it('keeps properties that a backend wrote, whatever a page writes later', async () => {
    await send(backend, { event: 'identify', distinct_id: 'customer', set: { plan: 'pro' } });
    await eventually('the write of the backend', async () => (await decide('customer'))['strict']);
    await send(page, { event: 'identify', distinct_id: 'customer', set: { plan: 'free' } });
    await eventually('the write of the page', async () => !(await decide('customer'))['trusting']);
    assert.equal((await decide('customer'))['strict'], true);
    assert.equal((await decide('customer', { person_properties: { plan: 'free' } }))['strict'], true);
  });

  it('does not match an ID that a page links to a customer', async () => {
    await send(backend, { event: 'identify', distinct_id: 'rich', set: { plan: 'pro' } });
    await send(page, { event: 'identify', distinct_id: 'rich', anon_distinct_id: 'poor' });
    await eventually('the link', async () => (await decide('poor'))['trusting']);
    assert.equal((await decide('poor'))['strict'], false);
  });

  it('distinguishes who wrote the properties of a group, too', async () => {
    const group = { event: '$groupidentify', distinct_id: 'boss', group_type: 'company' };
    await send(page, { ...group, group_key: 'fake', set: { tier: 'gold' } });
    await send(backend, { ...group, group_key: 'acme', set: { tier: 'gold' } });
    await eventually('the groups', async () => (await decide('boss', { groups: { company: 'acme' } }))['company']);
    assert.equal((await decide('boss', { groups: { company: 'fake' } }))['company'], false);
  });

  it('tells local evaluation that the definition is not enough', async () => {
    const { flags } = await ok('GET', '/flags/local-evaluation', { key: scene.key });
    const requires = Object.fromEntries(
      (flags as { key: string; requires: string[] }[]).map(({ key, requires: needed }) => [key, needed]),
    );
    assert.deepEqual(requires, { trusting: [], strict: ['server_properties'], company: ['server_properties'] });
  });
});
