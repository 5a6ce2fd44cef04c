import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { defaultProjectId, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { ofProject, sendGauge, whenKnown } from './metric.js';

const HOUR_MS = 3_600_000;

describe('metrics.forecast', () => {
  const name = `forecast.${randomUUID()}`;
  const path = `/metrics/${name}/forecast`;
  const valueAt = (hour: number): number => 50 + 20 * Math.sin((2 * Math.PI * hour) / 24);
  beforeAll(async () => {
    const thisHour = Math.floor(Date.now() / HOUR_MS);
    const hours = Array.from({ length: 10 * 24 }, (_, index) => thisHour - index - 1);
    await sendGauge(
      name,
      hours.map((hour) => ({ value: valueAt(hour), atMs: hour * HOUR_MS + 60_000 })),
    );
    await whenKnown(path, (answer) => Number(answer['history']['buckets']) === hours.length);
  });

  it('forecasts a day of hours that continue the days before, between bounds', async () => {
    const answer = (await ofProject('GET', path)).json;
    assert.deepEqual([answer['method'], answer['agg'], answer['seasons']], ['mstl_ets', 'avg', ['1d']]);
    assert.ok(!('reason' in answer));
    const points = [...(answer['points'] as Json[])];
    assert.equal(points.length, 24);
    for (const point of points) {
      const value = Number(point['value']);
      const hour = Date.parse(point['timestamp']) / HOUR_MS;
      assert.ok(Math.abs(value - valueAt(hour)) < 3, `${value} at ${hour}`);
      const bounds = ['lower_95', 'lower_80', 'value', 'upper_80', 'upper_95'].map((field) => Number(point[field]));
      assert.deepEqual(
        bounds,
        bounds.toSorted((a, b) => a - b),
      );
    }
  });

  it('refuses a horizon beyond seven days and an unknown interval', async () => {
    for (const query of ['horizon=8d', 'horizon=x', 'interval=2h', 'horizon=7d&interval=1m']) {
      assert.equal((await ofProject('GET', `${path}?${query}`)).status, 400, query);
    }
    assert.equal((await ofProject('GET', `/metrics/${randomUUID()}/forecast`)).status, 404);
  });

  it('prints the points with their bounds and the method by svc metrics forecast', async () => {
    const env = { SVC_PROJECT: await defaultProjectId() };
    const answer = await json(['metrics', 'forecast', name, '--horizon', '3h'], { env });
    assert.equal((answer['points'] as Json[]).length, 3);
    const { stdout } = await svc(['metrics', 'forecast', name, '--horizon', '3h', '-o', 'table'], { env });
    assert.match(stdout, /mstl_ets/);
    assert.equal(stdout.match(/ to /g)?.length, 6);
    const unknown = await svc(['metrics', 'forecast', name, '--service', 'nobody', '-o', 'table'], { env });
    assert.match(unknown.stdout, /No forecast: 0 buckets/);
  });
});
