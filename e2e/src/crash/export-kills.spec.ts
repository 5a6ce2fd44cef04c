import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, type Topology } from '@svc/testing';
import { chooseSeed, seededRandom } from '../random.js';
import { startTopology, topologyKind } from '../topology.js';
import { drained } from './ledger.js';
import { firstProject, WatchedExport } from './watched-export.js';

const KILLS = 20;
/** Minutes with so many records that each becomes a part of its own. */
const MINUTES = 40;
const ROWS_OF_MINUTE = 26_000;
const ROWS = MINUTES * ROWS_OF_MINUTE;
const MINUTE_MS = 60_000;
const START_MS = (Math.floor(Date.now() / MINUTE_MS) - 2 * MINUTES) * MINUTE_MS;
/** A worker that was killed is noticed about as soon as its successor has started. */
const LEASE_SECONDS = '2';

describe(`${KILLS} kills of the process that runs an export`, () => {
  let topology: Topology;
  let project: string;
  beforeAll(async () => {
    topology = await startTopology(topologyKind(), { sharedEnv: { SVC_EXPORT_LEASE_SECONDS: LEASE_SECONDS } });
    project = await firstProject(topology);
    for (let minute = 0; minute < MINUTES; minute++) await send(minute);
    await drained(topology);
  });
  afterAll(() => topology.stop());

  const send = async (minute: number): Promise<void> => {
    const startNs = BigInt(START_MS + minute * MINUTE_MS) * 1_000_000n;
    const logRecords = Array.from({ length: ROWS_OF_MINUTE }, (_, nth) => ({
      // Pairs of records have the same time.
      timeUnixNano: String(startNs + BigInt(Math.floor(nth / 2)) * 4_000_000n),
      severityNumber: 1 + (nth % 24),
      body: { stringValue: `record "${minute * ROWS_OF_MINUTE + nth}", and\na line more` },
      attributes: [{ key: 'nth', value: { intValue: String(nth) } }],
    }));
    const answer = await fetch(`${topology.ingestUrl}/v1/logs`, {
      method: 'POST',
      headers: { 'x-svc-api-key': topology.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
    });
    assert.equal(answer.status, 200, await answer.text());
  };

  /** CSV and Parquet at the same time. All that is in the window was stored before. */
  const exportBoth = (): Promise<WatchedExport[]> => {
    const time = (ms: number) => new Date(ms).toISOString();
    const query = { signal: 'logs', start_time: time(START_MS), end_time: time(START_MS + MINUTES * MINUTE_MS) };
    return Promise.all(['csv', 'parquet'].map((type) => WatchedExport.create(topology, project, { type, query })));
  };

  it('changes no byte of CSV or Parquet, and progress never falls', async () => {
    const undisturbed = await exportBoth();
    const expected = await Promise.all(undisturbed.map(({ over }) => over));
    for (const { result } of expected) assert.equal(Number(result?.rows), ROWS);

    const seed = chooseSeed();
    console.info(`SVC_E2E_SEED=${seed}`);
    const random = seededRandom(seed);
    const victim = topology.processes.get(topology.kind === 'standalone' ? 'standalone' : 'exports');
    assert.ok(victim, 'there is a process to kill');
    const disturbed = await exportBoth();
    for (let kill = 1; kill <= KILLS; kill++) {
      const before = disturbed.map(({ rows }) => rows);
      // Every other one hits both exports after they have got on; the others hit what they do first, or that they do not run yet.
      if (kill % 2 === 0)
        await eventually(`parts after kill ${kill - 1}`, () =>
          disturbed.every((each, index) => each.rows > (before[index] ?? 0)),
        );
      await pause(random() * (kill % 2 === 0 ? 200 : 1_500));
      assert.ok(
        disturbed.every(({ isOver }) => !isOver),
        `neither export is over before kill ${kill}`,
      );
      await victim.kill();
      victim.start();
      await topology.processReady(victim.name);
    }
    const rows = disturbed.map((each) => each.rows);
    console.info(`${rows.join(' and ')} of ${ROWS} rows were written before the last kill`);

    const done = await Promise.all(disturbed.map(({ over }) => over));
    for (const [index, job] of done.entries()) {
      assert.deepEqual([job.status, job.result], ['completed', expected[index]?.result], JSON.stringify(job));
      // Kills are no failures.
      assert.equal(job.attempt_count, 1);
      assert.deepEqual(disturbed[index]?.fallen, []);
      await disturbed[index]?.download();
    }
  });
});
