import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, makeKey, ok, type Json } from '../api.js';
import { theService } from '../topology.js';
import { create, openProject, type Scene } from './flag.js';

const EVENT = '$flag_evaluated';

describe('flags: exposures', () => {
  let scene: Scene;
  let reader: string;
  beforeAll(async () => {
    scene = await openProject();
    reader = (await makeKey(['events:read'], scene.project)).secret;
    await create(scene, { key: 'new' });
    await create(scene, {
      key: 'button',
      variants: [{ key: 'red', weight: 100 }],
      filters: { groups: [{ conditions: [{ type: 'person', key: 'plan', operator: 'eq', value: 'pro' }] }] },
    });
  });
  const decide = (body: object) => ok('POST', '/decide', { key: scene.key, body });

  /** Totals by value of a property. */
  async function totals(property: string, measure = 'count'): Promise<Record<string, number>> {
    const time_range = { start: daysAgo(1), end: daysAgo(-1) };
    const body = { events: [EVENT], time_range, interval: 'total', breakdown: `property.${property}`, measure };
    const { series } = await ok('POST', '/events/trends', { key: reader, body });
    const named = [...(series as Json[])].map((each) => [String(each['breakdown_value']), Number(each['total'])]);
    return Object.fromEntries(named.filter(([, total]) => total !== 0)) as Record<string, number>;
  }

  it('counts each value of a flag once for each ID and day, and none that were not requested', async () => {
    const pro = { plan: 'pro' };
    await decide({ distinct_id: 'silent', person_properties: pro });
    await decide({ distinct_id: 'silent', person_properties: pro, send_exposure: false });
    for (let time = 0; time < 3; time++)
      await decide({ distinct_id: 'ann', person_properties: pro, send_exposure: true, flag_keys: ['new', 'button'] });
    await decide({ distinct_id: 'ann', person_properties: { plan: 'free' }, send_exposure: true });
    await decide({ distinct_id: 'bob', person_properties: pro, send_exposure: true, flag_keys: ['button'] });
    await ofrep('new', { targetingKey: 'cat', $send_exposure: true });
    await ofrep('new', { targetingKey: 'silent' });
    const expected = { new: 2, button: 3 };
    await eventually('five exposures', async () => {
      const found = await totals('$flag');
      return found['new'] === expected.new && found['button'] === expected.button;
    });
    assert.deepEqual(await totals('$flag_value'), { true: 2, red: 2, false: 1 });
    assert.deepEqual(await totals('$flag', 'unique_persons'), { new: 2, button: 2 });
  });

  it('lists the exposure event among the names of events', async () => {
    const names = await eventually('a name', async () => {
      const { events } = await ok('GET', '/events/names?prefix=%24flag', { key: reader });
      const found = [...(events as Json[])].map((each) => each['name']);
      return found.length > 0 && found;
    });
    assert.deepEqual(names, [EVENT]);
  });

  it('refuses a send_exposure that is not a boolean', async () => {
    const answer = await api('POST', '/decide', { key: scene.key, body: { distinct_id: 'x', send_exposure: 'yes' } });
    assert.equal(answer.status, 400);
    assert.ok(answer.text.includes('send_exposure'), answer.text);
    assert.equal((await ofrep('new', { targetingKey: 'x', $send_exposure: 'yes' })).status, 400);
  });

  function ofrep(flag: string, context: object): Promise<Response> {
    return fetch(`${theService().httpUrl}/ofrep/v1/evaluate/flags/${flag}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${scene.key}` },
      body: JSON.stringify({ context }),
    });
  }
});

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}
