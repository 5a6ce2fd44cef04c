import assert from 'node:assert/strict';
import { eventually, rounds, skipOrFail } from '@svc/test-servers';
import { Batches } from '../../testing/batches.js';
import { SmallDisk } from '../../testing/small-disk.js';
import { GENEROUS, temporaryStore } from '../../testing/temporary-store.js';
import type { Repair } from '../supervision/process-messages.js';
import type { RestartReason } from '../supervision/supervisor.js';

const MEGABYTE = 1024 * 1024;

const DISK_MIB = 112;

/** Mounting the first disk shows whether this machine permits it. */
const first = await SmallDisk.mount(DISK_MIB);
await first?.[Symbol.asyncDispose]();
if (first) describe('on a full disk, the store', fullDisk);
else skipOrFail('a column store on a full disk', 'mounting a tmpfs is not permitted');

function fullDisk(): void {
  it('refuses writes before the disk is full, while reads, drops and large answers continue', async () => {
    await using disk = await SmallDisk.mount(DISK_MIB);
    assert.ok(disk);
    await using scene = await temporaryStore({ directory: `${disk.path}/store`, reserveBytes: 30 * MEGABYTE });
    const batches = new Batches(scene.store, 1_000);
    await batches.createTables();
    assert.equal(await batches.insertNext(), true);
    disk.fill(20 * MEGABYTE);
    assert.equal(await batches.insertNext(), false);
    await assert.rejects(scene.store.command('CREATE TABLE refused (a UInt8) ENGINE = Memory'), {
      code: 'unavailable',
    });
    await assert.rejects(scene.store.check(), { code: 'unavailable' });
    assert.deepEqual(await batches.wrong(), []);
    await scene.store.command('DROP TABLE batch_view');
    await scene.store.command('TRUNCATE TABLE batch_sums');
    await scene.store.command("ALTER TABLE batches DROP PARTITION '2024-10-04'");
    disk.giveBack();
    await scene.store.check();
    assert.equal(await batches.replay(), true);
  });

  it('loses and duplicates nothing that was acknowledged when the disk fills during writes', async () => {
    await using disk = await SmallDisk.mount(DISK_MIB);
    assert.ok(disk);
    const restarts: RestartReason[] = [];
    const repairs: Repair[] = [];
    await using scene = await temporaryStore({
      directory: `${disk.path}/store`,
      // There is no reserve, so that writes fail: this tests the protection that remains without it.
      reserveBytes: 0,
      healthIntervalMs: 100,
      onRestart: (reason) => restarts.push(reason),
      onRepair: (repair) => repairs.push(repair),
    });
    const batches = new Batches(scene.store, 9_000);
    await batches.createTables();
    const tables: string[] = [];
    for (let round = 0; round < rounds(4); round += 1) {
      disk.fill(14 * MEGABYTE);
      const thief = disk.oscillate(1_000);
      const insert = async () => {
        for (let count = 0; count < 3; count += 1) {
          await batches.insertNext();
          await batches.replay();
        }
      };
      const define = async () => {
        for (let count = 0; count < 2; count += 1) {
          const name = `table_${round}_${count}`;
          const statement = scene.store.command(`CREATE TABLE ${name} (a UInt8) ENGINE = MergeTree ORDER BY a`);
          await statement.then(
            () => tables.push(name),
            () => undefined,
          );
          await scene.store
            .command(`ALTER TABLE batches ADD COLUMN IF NOT EXISTS c_${round}_${count} UInt8`)
            .catch(() => undefined);
        }
      };
      // Definitions would fail first and end the round, so only every other round has them.
      await Promise.all([thief, insert(), insert(), ...(round % 2 === 0 ? [define()] : [])]);
      disk.giveBack();
      await eventually('everything is acknowledged', () => batches.replay());
      assert.deepEqual(await batches.wrong(), []);
      // Makes room for the next round.
      await scene.store.command('TRUNCATE TABLE batches');
      await scene.store.command('TRUNCATE TABLE batch_sums');
      batches.acknowledged.clear();
    }
    assert.ok(restarts.includes('writes-failed'), 'a write must fail');
    console.info(`${restarts.length} restarts, ${repairs.length} with repairs, ${tables.length} tables acknowledged`);
    const rows = await scene.store.query<{ name: string }>({
      sql: 'SELECT name FROM system.tables WHERE database = currentDatabase()',
      limits: GENEROUS,
    });
    const present = new Set(rows.map(({ name }) => name));
    assert.deepEqual(
      tables.filter((name) => !present.has(name)),
      [],
    );
  });
}
