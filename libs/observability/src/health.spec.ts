import assert from 'node:assert/strict';
import { HealthRegistry } from './health.js';

describe('readiness', () => {
  it('reports ok only if every check passes, and names failed checks without the reason', async () => {
    const reasons: unknown[] = [];
    const health = new HealthRegistry({ cacheMs: 0, onFailure: (name, cause) => reasons.push([name, cause]) });
    health.add('relational', () => Promise.resolve());
    assert.deepEqual(await health.report(), { ok: true, checks: { relational: true } });
    health.add('columnar', () => Promise.reject(new Error('password is hunter2')));
    const report = await health.report();
    assert.deepEqual(report, { ok: false, checks: { relational: true, columnar: false } });
    assert.equal(JSON.stringify(report).includes('hunter2'), false);
    assert.equal(reasons.length, 1);
  });

  it('fails a check that hangs instead of waiting for it', async () => {
    const health = new HealthRegistry();
    health.add('event-log', () => new Promise(() => undefined));
    assert.deepEqual(await health.report(), { ok: false, checks: { 'event-log': false } });
  });

  it('runs the checks once per cache period for all probes', async () => {
    let now = 0;
    let runs = 0;
    const health = new HealthRegistry({ cacheMs: 500, now: () => now });
    health.add('store', () => Promise.resolve(++runs));
    await Promise.all([health.report(), health.report()]);
    now = 499;
    await health.report();
    assert.equal(runs, 1);
    now = 500;
    await health.report();
    assert.equal(runs, 2);
  });

  it('reports that the process is not ready once it drains', async () => {
    const health = new HealthRegistry();
    health.drain();
    assert.equal((await health.report()).ok, false);
  });
});
