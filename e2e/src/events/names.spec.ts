import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, defaultProjectId, makeKey } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { capture, getList, read, until } from './capture.js';

describe('events.names', () => {
  const prefix = `Names-${randomUUID()}`;
  const names = ['a', 'b', 'c'].map((letter) => `${prefix} ${letter}`);
  beforeAll(async () => {
    await capture(names.map((event, index) => ({ event, distinct_id: 'n', properties: { nth: index, plan: 'pro' } })));
    await capture([{ event: 'identify', distinct_id: `${prefix} id`, set: { a: 1 } }]);
    await until(
      'the names',
      () => read(`/names?prefix=${prefix}`),
      (answer) => getList(answer, 'events').length === 3,
    );
  });

  it('lists the event names that begin with the prefix in whatever case, and never a reserved event', async () => {
    const { json: answer } = await read(`/names?prefix=${prefix.toUpperCase()}`);
    assert.deepEqual(
      getList(answer, 'events').map(({ name }) => String(name)),
      names,
    );
    assert.deepEqual(answer['pagination'], { has_more: false });
    assert.equal(getList((await read('/names?prefix=identify')).json, 'events').length, 0);
  });

  it('finds event names by a property and its value, which are used together', async () => {
    const { json: answer } = await read(`/names?prefix=${prefix}&property_key=nth&property_value=1`);
    assert.deepEqual(
      getList(answer, 'events').map(({ name }) => String(name)),
      [names[1]],
    );
    const none = (await read(`/names?prefix=${prefix}&property_key=nth&property_value=`)).json;
    assert.deepEqual(getList(none, 'events'), [], 'the empty text is a value');
    for (const half of ['property_key=nth', 'property_value=1'])
      assert.equal((await read(`/names?${half}`)).status, 400);
  });

  it('pages event names with a cursor that fits the project and the filters only', async () => {
    const first = (await read(`/names?prefix=${prefix}&limit=2`)).json;
    const cursor = String(first['pagination']['next_cursor']);
    const second = (await read(`/names?prefix=${prefix}&limit=2&cursor=${cursor}`)).json;
    assert.deepEqual(
      [...getList(first, 'events'), ...getList(second, 'events')].map(({ name }) => String(name)),
      names,
    );
    for (const query of [
      `prefix=${prefix}x&cursor=${cursor}`,
      `cursor=${cursor}`,
      `prefix=${prefix}&cursor=${cursor}x`,
    ])
      assert.equal((await read(`/names?${query}`)).status, 400, query);
  });

  it('refuses a malformed or repeated limit and cursor with 400', async () => {
    for (const query of [
      'limit=0',
      'limit=-1',
      'limit=x',
      'limit=1.5',
      'limit=1&limit=1',
      'cursor=x',
      'cursor=a&cursor=a',
      'color=red',
    ])
      assert.equal((await read(`/names?${query}`)).status, 400, query);
    assert.equal((await read(`/names?limit=51`)).status, 200);
  });

  it('refuses to list event names without the scope with 403', async () => {
    const project = await defaultProjectId();
    const { secret } = await makeKey(['logs:read'], project);
    assert.equal((await api('GET', '/events/names', { key: secret })).status, 403);
  });

  it('offers svc events names', async () => {
    const env = { SVC_PROJECT: await defaultProjectId() };
    const answer = await json(['events', 'names', '--prefix', prefix, '--limit', '2'], { env });
    assert.equal((answer['events'] as unknown[]).length, 2);
    assert.equal((await svc(['events', 'names', '--limit', '51'], { env })).code, 2);
    const { stdout } = await svc(['events', 'names', '--prefix', prefix, '-o', 'table'], { env });
    assert.match(stdout, new RegExp(names[2] ?? ''));
  });
});
