import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { defaultProjectId, makeKey, type Json } from '../api.js';
import { svc } from '../cli/svc.js';
import { firstValue, sendGauge, whenKnown } from './metric.js';

const MINUTE_MS = 60_000;

describe('metrics.query', () => {
  const name = `gaps.${randomUUID()}`;
  const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 10 * MINUTE_MS;
  const window = [start, start + 5 * MINUTE_MS].map((ms) => new Date(ms).toISOString());

  it('returns every bucket of the window, with null where the metric has no data', async () => {
    await sendGauge(name, [
      { value: 0, atMs: start + MINUTE_MS },
      { value: 7, atMs: start + 3 * MINUTE_MS },
    ]);
    const path = `/metrics/${name}/query?interval=1m&start_time=${window[0]}&end_time=${window[1]}`;
    const answer = await whenKnown(path, (json) => firstValue(json) !== undefined);
    const [{ points }] = answer['series'] as [{ points: Json[] }];
    assert.deepEqual(
      points,
      [null, 0, null, 7, null].map((value, minute) => {
        const timestamp = new Date(start + minute * MINUTE_MS).toISOString().replace('.000Z', 'Z');
        return { timestamp, value };
      }),
    );
  });

  it('prints a dash for a gap by svc', async () => {
    const { secret } = await makeKey(['metrics:read'], await defaultProjectId());
    const { code, stdout } = await svc(['metrics', 'query', name, '-o', 'table'], { env: { SVC_API_KEY: secret } });
    assert.equal(code, 0);
    const lines = stdout.trimEnd().split('\n').slice(1);
    assert.ok(lines.length >= 12, stdout);
    assert.ok(lines.some((line) => /–\s*$/.test(line)) && lines.some((line) => /\d +By$/.test(line)), stdout);
  });
});
