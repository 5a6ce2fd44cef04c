import assert from 'node:assert/strict';
import { eventually, pace, type Topology } from '@svc/testing';
import { byEffort } from '../effort.js';
import { chooseSeed, seededRandom } from '../random.js';
import { startTopology, topologyKind } from '../topology.js';
import { ROWS_OF_MINUTE, sendMinutes } from './export-minutes.js';
import { firstProject, WatchedExport } from './watched-export.js';

/** Six processes have more places where a kill can come between two steps. */
const KILLS = byEffort(topologyKind() === 'standalone' ? 6 : 8, 20);
/** Each minute becomes a part of its own. Every other kill needs another part of both exports, and some must remain after the last kill. */
const MINUTES = 2 * KILLS + 4;
const ROWS = MINUTES * ROWS_OF_MINUTE;
/** A worker that was killed is noticed about as soon as its successor has started. */
const LEASE_SECONDS = '2';

describe(`${KILLS} kills of the process that runs an export`, () => {
  let topology: Topology;
  let project: string;
  let query: object;
  beforeAll(async () => {
    topology = await startTopology(topologyKind(), { sharedEnv: { SVC_EXPORT_LEASE_SECONDS: LEASE_SECONDS } });
    project = await firstProject(topology);
    query = await sendMinutes(topology, MINUTES);
  });
  afterAll(() => topology.stop());

  /** CSV and Parquet at the same time. All that is in the window was stored before. */
  const exportBoth = (): Promise<WatchedExport[]> =>
    Promise.all(['csv', 'parquet'].map((type) => WatchedExport.create(topology, project, { type, query })));

  it('changes no byte of CSV or Parquet and never lowers the progress when killed', async () => {
    const startedAt = performance.now();
    const undisturbed = await exportBoth();
    const expected = await Promise.all(undisturbed.map(({ over }) => over));
    // The time between kills follows the speed of the machine, so that the exports outlast them.
    const perMinuteMs = (performance.now() - startedAt) / MINUTES;
    for (const { result } of expected) assert.equal(Number(result?.rows), ROWS);

    const seed = chooseSeed();
    console.info(`SVC_TEST_SEED=${seed}`);
    const random = seededRandom(seed);
    const victim = topology.processes.get(topology.kind === 'standalone' ? 'standalone' : 'exports');
    assert.ok(victim, 'there is a process to kill');
    const disturbed = await exportBoth();
    for (let kill = 1; kill <= KILLS; kill++) {
      const before = disturbed.map(({ rows }) => rows);
      // Every other kill hits both exports after they have progressed; the others hit their first steps, or come before
      // they run.
      if (kill % 2 === 0)
        await eventually(`parts after kill ${kill - 1}`, () =>
          disturbed.every((each, index) => each.rows > (before[index] ?? 0)),
        );
      else await pace(random() * 2 * perMinuteMs);
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
      // Kills do not count as failures.
      assert.equal(job.attempt_count, 1);
      assert.deepEqual(disturbed[index]?.fallen, []);
      await disturbed[index]?.download();
    }
  });
});
