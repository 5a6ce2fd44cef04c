import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, makeKey, ok, type Json } from '../api.js';
import { makeProject } from '../workspace/project.js';
import { capture, getList, pastDay, read, until } from './capture.js';

describe('events.list', () => {
  const run = randomUUID();
  const event = `listed ${run}`;
  const { start, end, hour } = pastDay();
  const window = `start_time=${start}&end_time=${end}`;
  const path = (others = ''): string => `?event=${encodeURIComponent(event)}&${window}${others}`;
  const names = (answer: Json): string[] =>
    getList(answer, 'events').map((one) => String(one['message_id']).split(' ')[0] ?? '');
  beforeAll(async () => {
    const one = (id: string, message: string, timestamp: string, plan: string) => ({
      event,
      distinct_id: `${id}-${run}`,
      message_id: `${message} ${run}`,
      timestamp,
      properties: { plan, seats: 3, card_password: 'x' },
    });
    await capture([
      one('device', 'm1', hour(1), 'free'),
      one('ann', 'm2', hour(2), 'pro'),
      one('bob', 'm3', hour(2), 'pro'),
      one('bob', 'm4', hour(2), 'free'),
      one('bob', 'm5', start, 'free'),
      one('bob', 'late', end, 'free'),
      { event: 'identify', distinct_id: `ann-${run}`, anon_distinct_id: `device-${run}`, timestamp: hour(3) },
    ]);
    // A repeated delivery.
    await capture([one('ann', 'm2', hour(2), 'pro')]);
    await until(
      'five events of two persons',
      () => read(path()),
      (answer) => {
        const found = getList(answer, 'events');
        return found.length === 5 && new Set(found.map((entry) => entry['person_id'] as string)).size === 2;
      },
    );
  });

  it('lists product events newest first, with their properties and canonical persons, inside exact bounds', async () => {
    const { json } = await read(path());
    const found = getList(json, 'events');
    assert.deepEqual(names(json).toSorted(), ['m1', 'm2', 'm3', 'm4', 'm5']);
    assert.deepEqual(names(json).slice(3), ['m1', 'm5']);
    assert.equal(json['pagination']?.['has_more'], false);
    const [m1, m2] = ['m1', 'm2'].map((name) => found[names(json).indexOf(name)]);
    assert.deepEqual(m1?.['properties'], { card_password: '[REDACTED]', plan: 'free', seats: 3 });
    assert.equal(m1['distinct_id'], `device-${run}`);
    assert.deepEqual([m1['person_id'], m1['person_distinct_id']], [m2?.['person_id'], `ann-${run}`]);
    assert.equal(Date.parse(m1['timestamp']), Date.parse(hour(1)));
  });

  it('filters by the person of a distinct ID, by session and by a search', async () => {
    for (const id of ['device', 'ann'])
      assert.deepEqual(names((await read(path(`&distinct_id=${id}-${run}`))).json), ['m2', 'm1'], id);
    assert.deepEqual(names((await read(path('&q=plan:pro'))).json).toSorted(), ['m2', 'm3']);
    assert.deepEqual(names((await read(path('&session_id=none'))).json), []);
  });

  it('pages over equal times without loss or repetition, with a cursor of this list only', async () => {
    const found: string[] = [];
    let cursor = '';
    let other = '';
    do {
      const { json } = await read(path(`&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`));
      found.push(...names(json));
      cursor = json['pagination']?.['next_cursor'] ?? '';
      if (cursor !== '') other = cursor;
    } while (cursor !== '');
    assert.deepEqual(found.toSorted(), ['m1', 'm2', 'm3', 'm4', 'm5']);
    for (const query of [
      path('&cursor=x'),
      path(`&cursor=${other}&q=a`),
      path(`&cursor=${other}`).replace(end, hour(19)),
      `?${window}&cursor=${other}`,
    ]) {
      const { status, json } = await read(query);
      assert.deepEqual([status, json['error']], [400, 'InvalidArgument'], query);
    }
    const sibling = await makeProject();
    const foreign = await api('GET', `/events${path(`&cursor=${other}`)}&project_id=${sibling.id}`);
    assert.deepEqual([foreign.status, foreign.json['error']], [400, 'InvalidArgument']);
  });

  it('shows nothing to another project, and requires events:read', async () => {
    const sibling = await makeProject();
    const { secret } = await makeKey(['events:read'], sibling.id);
    assert.deepEqual(names(await ok('GET', `/events${path()}`, { key: secret })), []);
    const lacking = await makeKey(['persons:read'], sibling.id);
    assert.equal((await api('GET', `/events${path()}`, { key: lacking.secret })).status, 403);
  });

  it('refuses invalid parameters with 400 that names the field and not the value', async () => {
    for (const [query, field] of [
      ['start_time=Secret-0001', 'start_time'],
      ['end_time=24h', 'end_time'],
      [`start_time=${end}&end_time=${start}`, 'end_time'],
      ['limit=0', 'limit'],
      ['limit=2&limit=2', 'limit'],
      ['q=(Secret-0001', 'q'],
      [`event=${'x'.repeat(201)}`, 'event'],
      ['session=Secret-0001', 'session'],
    ] as const) {
      const { status, text } = await read(`?${query}`);
      assert.equal(status, 400, query);
      assert.match(text, new RegExp(field));
      assert.doesNotMatch(text, /Secret-0001|x{201}/);
    }
  });
});
