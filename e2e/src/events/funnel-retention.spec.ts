import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Json } from '../api.js';
import { capture, count, getList, pastDay, until } from './capture.js';

describe('events.funnel and events.retention', () => {
  const run = randomUUID();
  const { start, end, hour } = pastDay();
  const time_range = { start, end };
  const [view, buy] = [`view ${run}`, `buy ${run}`];
  const funnel = (others: object = {}) =>
    count('funnel', { steps: [{ event: view }, { event: buy }], time_range, ...others });
  const retention = (others: object = {}) =>
    count('retention', { start_event: { event: view }, return_event: { event: buy }, time_range, ...others });
  const getSteps = (answer: Json): Json[] => getList(getList(answer, 'funnels')[0], 'steps');
  beforeAll(async () => {
    await capture([
      { event: view, distinct_id: `a-${run}`, timestamp: hour(1), properties: { plan: 'pro' } },
      { event: buy, distinct_id: `a-${run}`, timestamp: hour(3) },
      { event: view, distinct_id: `b-${run}`, timestamp: hour(4) },
      { event: buy, distinct_id: `c-${run}`, timestamp: hour(5) },
    ]);
    await until('two persons', funnel, (answer) => {
      const [first, second] = getSteps(answer);
      return Number(first?.['count']) === 2 && Number(second?.['count']) === 1;
    });
  });

  it('answers a funnel with the persons of each step, rates and median times', async () => {
    const [first, second] = getSteps((await funnel()).json);
    assert.deepEqual([first?.['event'], first?.['conversion_rate']], [view, 1]);
    assert.ok(!('median_from_start_ms' in (first ?? {})));
    assert.deepEqual(
      [second?.['conversion_rate'], second?.['step_conversion_rate'], second?.['median_from_previous_ms']],
      [0.5, 0.5, 2 * 3_600_000],
    );
    assert.equal(Number(getSteps((await funnel({ window: '119m' })).json)[1]?.['count']), 0);
    const { json } = await funnel({ breakdown: 'property.plan' });
    assert.deepEqual(
      getList(json, 'funnels').map((one) => String(one['breakdown_value'])),
      ['pro', '(none)'],
    );
  });

  it('refuses an invalid funnel with 400', async () => {
    for (const body of [
      { steps: [{ event: view }] },
      { steps: [{ event: view }, { event: '' }] },
      { window: '0m' },
      { window: '2y' },
      { breakdown: 'plan' },
      { time_range: { start: end, end: start } },
      { steps: [{ event: view }, { event: buy, filters: [{ field: 'x', op: 'eq', value: 1 }] }] },
    ])
      assert.equal((await funnel(body)).status, 400, JSON.stringify(body));
  });

  it('answers retention with a cohort for each period and who came back', async () => {
    const { json } = await retention();
    const cohorts = getList(json, 'cohorts');
    const sizes = cohorts.map(({ size }) => Number(size));
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      2,
    );
    const returned = cohorts.flatMap(({ periods }) =>
      getList({ periods }, 'periods').map((period) => Number(period['count'])),
    );
    assert.equal(
      returned.reduce((sum, persons) => sum + persons, 0),
      1,
    );
    assert.deepEqual([json['period'], json['timezone']], ['day', 'UTC']);
  });

  it('refuses an invalid retention query with 400', async () => {
    for (const body of [
      { start_event: { event: '' } },
      { period: 'hour' },
      { timezone: 'x' },
      { time_range: { start: '2026-01-01T00:00:00Z', end: '2026-06-01T00:00:00Z' } },
    ])
      assert.equal((await retention(body)).status, 400, JSON.stringify(body));
  });
});
