import assert from 'node:assert/strict';
import { eventually, pace, randomForTests, rounds } from '@svc/test-servers';
import { Batches } from '../../testing/batches.js';
import { GENEROUS, temporaryStore } from '../../testing/temporary-store.js';

const ROUNDS = rounds(6);

it(`loses and duplicates nothing when the engine is killed ${ROUNDS} times during inserts that are retried with the same tokens`, async () => {
  await using scene = await temporaryStore();
  const batches = new Batches(scene.store, 3_000);
  await batches.createTables();
  const random = randomForTests();
  let interrupted = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    let isRunning = true;
    const work = async () => {
      while (isRunning) await batches.insertNext();
    };
    const workers = [work(), work(), work()];
    // Kills at a random time under load, because the test must hold at any time.
    await pace(100 + random() * 300);
    // If the previous kill interrupted no statement, none has waited for the restart yet.
    await eventually('the engine runs', () => scene.embedded.supervisor.pid !== undefined);
    process.kill(scene.embedded.supervisor.pid ?? assert.fail('The engine does not run'), 'SIGKILL');
    isRunning = false;
    await Promise.all(workers);
    interrupted += batches.unacknowledged.size;
    await eventually('everything is acknowledged', () => batches.replay());
  }
  assert.ok(batches.acknowledged.size > ROUNDS);
  assert.ok(interrupted > 0, 'a kill must interrupt an insert');
  assert.deepEqual(await batches.wrong(), []);
  const [check] = await scene.store.query<{ bad: string }>({
    sql: "SELECT count() AS bad FROM system.detached_parts WHERE database = 'svc'",
    limits: GENEROUS,
  });
  assert.equal(check?.bad, '0');
});
