import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { defaultProjectId } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { capture, getList, pastDay, read, until } from './capture.js';

describe('events.triggerers', () => {
  const event = `triggered ${randomUUID()}`;
  const run = randomUUID();
  const { start, end, hour } = pastDay();
  const path = (others = ''): string =>
    `/triggerers?event=${encodeURIComponent(event)}&since=${start}&until=${end}${others}`;
  beforeAll(async () => {
    await capture([
      { event, distinct_id: `device-${run}`, timestamp: hour(1), properties: { price: 5 } },
      { event, distinct_id: `ann-${run}`, timestamp: hour(2), properties: { price: 7 } },
      { event, distinct_id: `bob-${run}`, timestamp: start },
      { event, distinct_id: `late-${run}`, timestamp: end },
      { event: 'identify', distinct_id: `ann-${run}`, anon_distinct_id: `device-${run}`, timestamp: hour(3) },
    ]);
    await until(
      'two persons',
      () => read(path()),
      (answer) => {
        const found = getList(answer, 'triggerers');
        return found.length === 2 && found.some(({ count }) => Number(count) === 2);
      },
    );
  });

  it('lists each person who triggered an event once, also with two distinct IDs, inside exact bounds', async () => {
    const { json: answer } = await read(path());
    const found = getList(answer, 'triggerers');
    const ann = found.find(({ count }) => Number(count) === 2);
    assert.equal(ann?.['distinct_id'], `ann-${run}`);
    assert.match(String(ann['person_id']), /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.deepEqual(
      [ann['first_seen'], ann['last_seen']].map((time) => Date.parse(String(time))),
      [1, 2].map((nth) => Date.parse(hour(nth))),
    );
    const some = await read(path('&property_key=price&property_value=7'));
    assert.deepEqual(
      getList(some.json, 'triggerers').map(({ count }) => Number(count)),
      [1],
    );
  });

  it('refuses missing, malformed, repeated and reversed bounds with 400', async () => {
    const named = `event=${encodeURIComponent(event)}`;
    for (const query of [
      named,
      `${named}&since=${start}`,
      `since=${start}&until=${end}`,
      `${named}&since=${start}&until=${start}`,
      `${named}&since=yesterday&until=${end}`,
      `${named}&since=24h&until=${end}`,
      `${named}&since=${start}&since=${start}&until=${end}`,
      `${named}&since=${start}&until=${end}&until=${end}`,
      `${named}&since=${start}&until=${end}&limit=0`,
      `${named}&since=${start}&until=${end}&limit=2&limit=2`,
      `${named}&since=${start}&until=${end}&cursor=x`,
      `${named}&since=${start}&until=${end}&property_key=price`,
    ])
      assert.equal((await read(`/triggerers?${query}`)).status, 400, query);
  });

  it('pages persons with a cursor that fits the event and the bounds only', async () => {
    const first = (await read(path('&limit=1'))).json;
    const cursor = String(first['pagination']['next_cursor']);
    const second = (await read(path(`&limit=1&cursor=${cursor}`))).json;
    assert.equal(second['pagination']['has_more'], false);
    assert.notEqual(getList(first, 'triggerers')[0]?.['person_id'], getList(second, 'triggerers')[0]?.['person_id']);
    const other = path(`&cursor=${cursor}`).replace(end, hour(19));
    assert.equal((await read(other)).status, 400);
  });

  it('offers svc events triggerers, with both bounds', async () => {
    const env = { SVC_PROJECT: await defaultProjectId() };
    const answer = await json(['events', 'triggerers', event, '--since', start, '--until', end], { env });
    assert.equal((answer['triggerers'] as unknown[]).length, 2);
    assert.equal((await svc(['events', 'triggerers', event, '--since', 'soon', '--until', end], { env })).code, 2);
    assert.equal((await svc(['events', 'triggerers', event, '--since', start], { env })).code, 2);
    const { stdout } = await svc(['events', 'triggerers', event, '--since', start, '--until', end, '-o', 'table'], {
      env,
    });
    assert.match(stdout, new RegExp(`ann-${run}`));
  });
});
