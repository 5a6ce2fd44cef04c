import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, defaultProjectId, makeKey, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { capture, count, getList, pastDay, until } from './capture.js';

describe('events.trends', () => {
  const event = `trend ${randomUUID()}`;
  const run = randomUUID();
  const { start, end, hour } = pastDay();
  const time_range = { start, end };
  const trends = (others: object = {}) => count('trends', { events: [event], time_range, interval: 'hour', ...others });
  const total = (answer: Json): number => Number(getList(answer, 'series')[0]?.['total']);
  beforeAll(async () => {
    const message_id = randomUUID();
    const twice = { event, distinct_id: `device-${run}`, timestamp: hour(1), message_id, properties: { plan: 'pro' } };
    await capture([
      twice,
      { event, distinct_id: `ann-${run}`, timestamp: hour(1), properties: { plan: 'free' } },
      { event, distinct_id: `bob-${run}`, timestamp: hour(5) },
      { event, distinct_id: `bob-${run}`, timestamp: end },
    ]);
    await capture([twice]);
    await until('three events', trends, (answer) => total(answer) === 3);
  });

  it('answers a trend with every bucket, each message once and the bounds exact', async () => {
    const [series, ...none] = getList((await trends()).json, 'series');
    assert.deepEqual(none, []);
    const points = getList(series, 'points');
    assert.equal(points.length, 20);
    assert.ok(points.every(({ complete }) => complete === true));
    assert.deepEqual(points.map(({ value }) => Number(value)).slice(0, 7), [0, 2, 0, 0, 0, 1, 0]);
    assert.equal(Date.parse(String(points[0]?.['start'])), Date.parse(start));
  });

  it('marks the bucket that is still open', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const { json: answer } = await trends({ time_range: { start, end: soon } });
    const points = getList(getList(answer, 'series')[0], 'points');
    assert.equal(points.at(-1)?.['complete'], false);
    assert.equal(points[0]?.['complete'], true);
  });

  it('counts persons as they are now, soon after a merge', async () => {
    const persons = () => trends({ measure: 'unique_persons', interval: 'total' });
    assert.equal(total((await persons()).json), 3);
    await capture([{ event: 'identify', distinct_id: `ann-${run}`, anon_distinct_id: `device-${run}` }]);
    await until('two persons', persons, (answer) => total(answer) === 2);
  });

  it('breaks a trend down by properties and filters by them', async () => {
    const { json: answer } = await trends({ breakdown: 'property.plan', top: 1, interval: 'total' });
    assert.deepEqual(
      getList(answer, 'series').map((series) => [series['breakdown_value'], series['breakdown_kind'], series['total']]),
      [
        ['free', 'value', 1],
        ['other', 'other', 1],
        ['(none)', 'none', 1],
      ],
    );
    const filters = [{ field: 'property.plan', op: 'eq', value: 'pro' }];
    assert.equal(total((await trends({ filters })).json), 1);
  });

  it('refuses an invalid trend with 400, before any query', async () => {
    for (const body of [
      { events: [] },
      { events: Array.from({ length: 11 }, (_, index) => `e${index}`) },
      { time_range: { start } },
      { time_range: { start: end, end: start } },
      { time_range: { start: '24h', end } },
      { interval: 'minute' },
      { measure: 'sum' },
      { top: 51 },
      { top: 0 },
      { breakdown: 'x' },
      { timezone: 'Nowhere/Land' },
      { filters: [{ field: 'property.a', op: 'regex', value: '(' }] },
      { filters: {} },
      { color: 'red' },
    ])
      assert.equal((await trends(body)).status, 400, JSON.stringify(body));
    assert.equal((await api('POST', '/events/trends', { body: { events: [event], time_range } })).status, 400);
  });

  it('answers 404 to a foreign project in the body of a trend, and 403 without the scope', async () => {
    const project = await defaultProjectId();
    const bound = await makeKey(['events:read'], project);
    const body = { events: [event], time_range };
    assert.equal((await api('POST', '/events/trends', { body, key: bound.secret })).status, 200);
    const foreign = { ...body, project_id: randomUUID() };
    assert.equal((await api('POST', '/events/trends', { body: foreign, key: bound.secret })).status, 404);
    const { secret } = await makeKey(['logs:read'], project);
    assert.equal((await api('POST', '/events/trends', { body, key: secret })).status, 403);
  });

  it('offers svc events trends, for one event or several', async () => {
    const env = { SVC_PROJECT: await defaultProjectId() };
    const window = ['--since', start, '--until', end];
    const filters = JSON.stringify([{ field: 'property.plan', op: 'is_set' }]);
    const answer = await json(
      ['events', 'trends', event, 'never', ...window, '--interval', 'total', '--filters', filters],
      { env },
    );
    const series = answer['series'] as { event: string; total: number }[];
    assert.deepEqual(
      series.map((one) => [one.event, one.total]),
      [
        [event, 2],
        ['never', 0],
      ],
    );
    const { stdout } = await svc(['events', 'trends', event, ...window, '--interval', 'hour', '-o', 'table'], { env });
    assert.match(stdout, /█/);
    for (const wrong of [
      ['--filters', '{}'],
      ['--interval', 'year'],
      ['--top', '51'],
      ['--measure', 'x'],
    ])
      assert.equal((await svc(['events', 'trends', event, ...window, ...wrong], { env })).code, 2, wrong.join(' '));
    assert.equal((await svc(['events', 'trends', ...window], { env })).code, 2);
  });
});
