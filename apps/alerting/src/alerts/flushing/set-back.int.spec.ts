import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { alertsBench, listRequests, createRule, type AlertsBench } from '../../testing/alerts-bench.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-02-01T12:00:00Z');
/** Time before the clock is set back to START. */
const AHEAD = START + 100 * HOUR;

// Groups wait for 30 s, are flushed every five minutes, and repeat their notification after four hours.
describe('groups of alerts after the clock was set back', () => {
  let database: TemporaryDatabase;
  let bench: AlertsBench;
  const clock = { nowMs: AHEAD };
  beforeAll(async () => {
    database = await startTemporaryDatabase({ poolSize: 20 });
    bench = alertsBench(database.relational, clock);
  });
  beforeEach(() => {
    clock.nowMs = AHEAD;
  });
  afterEach(() => database.relational.client.alertGroup.deleteMany());
  afterAll(() => database.stop());

  const flushAt = async (ms: number): Promise<void> => {
    clock.nowMs = ms;
    await bench.flush();
  };
  /** Reads the requested notifications, after a check that no key is used for two different ones. */
  const requested = async (projectId: string): Promise<string[]> => {
    const all = await listRequests(database.relational, projectId);
    assert.equal(new Set(all.map(({ dedupeKey }) => dedupeKey)).size, all.length);
    return all.map(({ type, content }) => `${type} ${Number(content['firing_count'])}`);
  };
  const rule = () => {
    const projectId = randomUUID();
    return { projectId, ...createRule(projectId, clock, { notify: { groupBy: ['alertname'] } }) };
  };

  it('flushes groups that were scheduled later than now at once, and only once in several processes', async () => {
    const { projectId, firing } = rule();
    await bench.apply(firing({ host: 'a' }));
    clock.nowMs = START;
    await Promise.all([1, 2, 3].map(() => alertsBench(database.relational, clock).flush()));
    await bench.flush();
    assert.deepEqual(await requested(projectId), ['alert.firing 1']);
    await flushAt(START + 4 * HOUR - 1);
    assert.equal((await requested(projectId)).length, 1);
    await flushAt(START + 4 * HOUR + 5 * MINUTE);
    assert.deepEqual(await requested(projectId), ['alert.firing 1', 'alert.firing 1']);
  });

  it('repeats notifications after the repeat interval from then on, and not before', async () => {
    const { projectId, firing } = rule();
    await bench.apply(firing({ host: 'a' }));
    await flushAt(AHEAD + MINUTE);
    for (const minutes of [0, 1, 60, 4 * 60 - 1]) await flushAt(START + minutes * MINUTE);
    assert.deepEqual(await requested(projectId), ['alert.firing 1']);
    await flushAt(START + 4 * HOUR);
    assert.deepEqual(await requested(projectId), ['alert.firing 1', 'alert.firing 1']);
  });

  it('sends notifications about changes within the group interval, even before the first flush', async () => {
    const { projectId, firing, ended } = rule();
    await bench.apply(firing({ host: 'a' }));
    await flushAt(AHEAD + MINUTE);
    clock.nowMs = START;
    await bench.apply(firing({ host: 'b' }));
    await flushAt(START + 5 * MINUTE);
    assert.deepEqual(await requested(projectId), ['alert.firing 1', 'alert.firing 2']);
    await bench.apply(ended({ host: 'b' }));
    await flushAt(START + 10 * MINUTE);
    assert.deepEqual(await requested(projectId), ['alert.firing 1', 'alert.firing 2', 'alert.firing 1']);
  });

  it('sends a notification when alerts resolve, and when they fire again', async () => {
    const { projectId, firing, ended } = rule();
    await bench.apply(firing({ host: 'a' }));
    await flushAt(AHEAD + MINUTE);
    await bench.apply(ended({ host: 'a' }));
    await flushAt(START);
    assert.deepEqual(await requested(projectId), ['alert.firing 1', 'alert.resolved 0']);
    await bench.apply(firing({ host: 'a' }));
    await flushAt(START + MINUTE);
    assert.equal((await requested(projectId)).length, 3);
  });

  it('keeps the wait of groups if the clock is a minute behind another one', async () => {
    const { projectId, firing } = rule();
    await bench.apply(firing({ host: 'a' }));
    const find = () => database.relational.client.alertGroup.findFirstOrThrow({ where: { projectId } });
    const before = await find();
    await flushAt(AHEAD - MINUTE);
    assert.deepEqual(await find(), before);
    assert.deepEqual(await requested(projectId), []);
  });
});
