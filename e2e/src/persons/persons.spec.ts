import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { svc } from '../cli/svc.js';
import { capture, newId } from './capture.js';

describe('persons', () => {
  let project: string;
  beforeAll(async () => {
    project = await defaultProjectId();
  });

  const path = (id: string, rest = '') => `/persons/${encodeURIComponent(id)}${rest}?project_id=${project}`;
  const at = (seconds: number, nanoseconds = 0) =>
    new Date(Date.now() - 3_600_000)
      .toISOString()
      .replace(/\d\d\.\d+Z$/, `${String(seconds).padStart(2, '0')}.${String(nanoseconds).padStart(9, '0')}Z`);
  const untilIds = (id: string, ids: readonly string[]): Promise<Json> =>
    eventually(`${id} is ${ids.length} ids`, async () => {
      const { status, json } = await api('GET', path(id));
      return status === 200 && JSON.stringify(json['distinct_ids']) === JSON.stringify(ids) && json;
    });

  it('computes persons from their events in any order', async () => {
    const [ann, phone] = [newId('ann'), newId('phone')];
    const base = at(30);
    const tick = (nanoseconds: number) => base.replace(/\.\d+Z$/, `.${String(nanoseconds).padStart(9, '0')}Z`);
    // Each event is sent twice in a request of its own: first in reverse order, then in this order.
    const history = [
      { event: 'identify', distinct_id: ann, anon_distinct_id: phone, timestamp: tick(9), message_id: 'i' },
      { event: 'x', distinct_id: phone, timestamp: tick(5), message_id: 'b', set: { tie: 'later id', plan: null } },
      { event: 'x', distinct_id: ann, timestamp: tick(5), message_id: 'B', set: { tie: 'earlier id' } },
      { event: 'x', distinct_id: ann, timestamp: tick(4), message_id: 'z', set: { plan: 'pro', gone: 1 } },
      { event: 'x', distinct_id: phone, timestamp: tick(8), message_id: 'u', unset: ['gone'] },
      { event: 'x', distinct_id: ann, timestamp: tick(7), message_id: 'o2', set_once: { source: 'second', gone: 2 } },
      {
        event: 'x',
        distinct_id: phone,
        timestamp: tick(3),
        message_id: 'o1',
        set_once: { source: 'first', plan: 'once' },
      },
    ].map((event) => ({ ...event, message_id: `${event.message_id}` }));
    for (const event of [...history.toReversed(), ...history]) await capture([event]);
    await untilIds(phone, [ann, phone]);
    const person = await eventually('the properties are folded', async () => {
      const found = await ok('GET', path(ann));
      // Links, properties and times of an ID are in several tables, one of which is written first.
      const isWhole = found['is_identified'] === true && found['first_seen'] === tick(3);
      return Object.keys(found['properties'] ?? {}).length === 3 && isWhole && found;
    });
    assert.deepEqual(person['properties'], { plan: null, source: 'first', tie: 'later id' });
    assert.deepEqual(await ok('GET', path(person['id'])), person);
  });

  it('finds a person by any ID, an e-mail address and the command line, and finds no other person', async () => {
    const [zoe, tablet] = [newId('zoe'), newId('tablet')];
    const name = `Zoë ${zoe}`;
    await capture([
      { event: 'identify', distinct_id: zoe, anon_distinct_id: tablet, set: { name } },
      { event: 'opened', distinct_id: tablet },
    ]);
    const person = await untilIds(tablet, [zoe, tablet]);
    const search = async (text: string) => {
      const { persons } = await ok('GET', `/persons?project_id=${project}&search=${encodeURIComponent(text)}`);
      return [...(persons as Json[])].map(({ id }) => id as string);
    };
    for (const text of [zoe.toUpperCase(), tablet, name, person['id'] as string]) {
      assert.deepEqual(await eventually('it is found', async () => (await search(text)).length > 0 && search(text)), [
        person['id'],
      ]);
    }
    const found = await svc(['persons', 'get', tablet, '-o', 'json'], { env: { SVC_PROJECT: project } });
    assert.deepEqual([found.code, (JSON.parse(found.stdout) as Json)['id']], [0, person['id']]);
    assert.equal((await svc(['persons', 'get', newId('nobody')], { env: { SVC_PROJECT: project } })).code, 5);
    const reader = await makeKey(['groups:read'], project);
    assert.equal((await api('GET', path(zoe), { key: reader.secret })).status, 403);
    assert.equal((await api('GET', path(newId('nobody')))).status, 404);
    for (const query of ['limit=0', 'limit=x', 'cursor=x', 'limit=1&limit=2'])
      assert.equal((await api('GET', `/persons?project_id=${project}&${query}`)).status, 400, query);
  });

  it('separates a person when a link is taken back, and keeps it so', async () => {
    const [ann, phone] = [newId('ann'), newId('phone')];
    const identify = { event: 'identify', distinct_id: ann, anon_distinct_id: phone };
    await capture([identify, { event: 'opened', distinct_id: phone, set: { device: 'x' } }]);
    await untilIds(ann, [ann, phone]);
    const { aliases } = await ok('GET', path(phone, '/aliases'));
    assert.deepEqual(
      [...(aliases as Json[])].map(({ distinct_id, event }) => [distinct_id, event]),
      [
        [ann, undefined],
        [phone, 'identify'],
      ],
    );
    const answer = await api('DELETE', path(ann, `/aliases/${phone}`));
    assert.deepEqual([answer.status, answer.text], [204, '']);
    assert.deepEqual((await ok('GET', path(ann)))['distinct_ids'], [ann]);
    await capture([
      { ...identify, message_id: 'again' },
      { event: 'mark', distinct_id: ann, set: { mark: 1 } },
    ]);
    await eventually('the mark has arrived', async () => (await ok('GET', path(ann)))['properties']?.['mark'] === 1);
    const properties = await eventually(
      'the device is its own',
      async () => (await ok('GET', path(phone)))['properties'],
    );
    assert.deepEqual(properties, { device: 'x' });
    assert.equal((await api('DELETE', path(ann, `/aliases/${ann}`))).status, 409);
    assert.equal((await api('DELETE', path(ann, `/aliases/${phone}`))).status, 404);
  });

  it('erases a person permanently, including events in transit, and lets it start again', async () => {
    const [ann, phone] = [newId('ann'), newId('phone')];
    await capture([
      { event: 'identify', distinct_id: ann, anon_distinct_id: phone, set: { plan: 'pro' } },
      { event: 'opened', distinct_id: phone },
    ]);
    await untilIds(ann, [ann, phone]);
    // Accepted, and maybe not stored yet.
    for (let nth = 0; nth < 5; nth++)
      await capture([{ event: 'late', distinct_id: phone, set: { [`late${nth}`]: 1 } }]);
    // The request may have to be retried while accepted events are not stored yet.
    const answer = await eventually('the erasure is taken', async () => {
      const { status, text } = await api('DELETE', path(phone));
      return status !== 503 && { status, text };
    });
    assert.deepEqual([answer.status, answer.text], [204, '']);
    for (const id of [ann, phone]) assert.equal((await api('GET', path(id))).status, 404);
    const after = newId('after');
    await capture([{ event: 'opened', distinct_id: after }]);
    await eventually('what came later is stored', async () => (await api('GET', path(after))).status === 200);
    for (const id of [ann, phone]) assert.equal((await api('GET', path(id))).status, 404);
    await capture([{ event: 'opened', distinct_id: phone, set: { fresh: true } }]);
    const anew = await eventually('it begins anew', async () => {
      const { status, json } = await api('GET', path(phone));
      return status === 200 && json['properties']?.['fresh'] === true && json;
    });
    assert.deepEqual([anew['distinct_ids'], anew['properties']], [[phone], { fresh: true }]);
    const { entries } = await ok('GET', path(phone, '/timeline'));
    assert.deepEqual(
      [...(entries as Json[])].map(({ title }) => title),
      ['opened'],
    );
  });

  it('pages the timeline of a person without gap or repetition while more arrives, and without control events', async () => {
    const ann = newId('ann');
    const events = Array.from({ length: 9 }, (_, nth) => ({
      event: `step ${nth}`,
      distinct_id: ann,
      timestamp: new Date(Date.now() - 60_000 - nth * 1_000).toISOString(),
      properties: { nth },
    }));
    await capture([{ event: 'identify', distinct_id: ann, set: { a: 1 } }, ...events]);
    await eventually('all are stored', async () => {
      const { status, json } = await api('GET', path(ann, '/timeline'));
      return status === 200 && [...(json['entries'] as Json[])].length === 9;
    });
    const seen: string[] = [];
    let next = '';
    do {
      const page = await ok('GET', `${path(ann, '/timeline')}&limit=2${next && `&cursor=${next}`}`);
      seen.push(...[...(page['entries'] as Json[])].map(({ title }) => title as string));
      next = page['pagination']?.['next_cursor'] ?? '';
      await capture([{ event: 'meanwhile', distinct_id: ann }]);
    } while (next !== '');
    assert.deepEqual(
      seen,
      events.map(({ event }) => event),
    );
    const first = await ok('GET', `${path(ann, '/timeline')}&limit=2`);
    const cursor = first['pagination']?.['next_cursor'] as string;
    for (const other of ['&end_time=2030-01-01T00:00:00Z', '&kinds=log'])
      assert.equal((await api('GET', `${path(ann, '/timeline')}&limit=2&cursor=${cursor}${other}`)).status, 400);
    for (const query of ['start_time=yesterday', 'kinds=all', 'limit=0'])
      assert.equal((await api('GET', `${path(ann, '/timeline')}&${query}`)).status, 400, query);
    const cli = await svc(['persons', 'timeline', ann, '--limit', '2', '-o', 'json'], {
      env: { SVC_PROJECT: project },
    });
    assert.equal(cli.code, 0);
    const stats = await ok('GET', path(ann, '/stats'));
    const counted = [...(stats['signals'] as Json[])].find(({ signal }) => signal === 'events');
    assert.ok(Number(counted?.['total']) >= 9);
  });
});
