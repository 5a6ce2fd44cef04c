import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { eventually, pace, skipOrFail, startStandalone, type Topology } from '@svc/testing';
import { topologyKind } from '../topology.js';
import { sendMinutes } from './export-minutes.js';
import { assertExactlyOnce, drained } from './ledger.js';
import { canMount, MIB, SmallDisk, StateOnDisk } from './small-disk.js';
import { numberedRequest } from './telemetry.js';
import { firstProject, WatchedExport } from './watched-export.js';

/** Space for the files of three exports, two of which exist for a moment both as parts and as a whole. */
const FILES_MIB = 200;
/** Less than an export needs, and room for one of its parts. */
const FILES_LEFT = 8 * MIB;
/** Enough space for the other stores to record events. */
const STATE_LEFT = 30 * MIB;
const MINUTES = 4;

// Six services have no disk in common.
if (topologyKind() === 'distributed') it.skip('an export on a full disk (on one process only)', () => undefined);
else if (await canMount()) describe('an export on a full disk', fullDisk);
else skipOrFail('an export on a full disk', 'mounting a tmpfs is not permitted');

/** Sends records one by one until it is stopped, whatever the answers. */
class SlowSender {
  readonly acknowledged: string[] = [];
  readonly unacknowledged: string[] = [];
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(private readonly topology: Topology) {}

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    for (let from = 0; !this.#isStopped; from++) {
      const { body, keys } = numberedRequest('logs', 'meanwhile', from, { count: 1 });
      const headers = { 'x-svc-api-key': this.topology.apiKey, 'content-type': 'application/json' };
      const sent = fetch(`${this.topology.ingestUrl}/v1/logs`, { method: 'POST', headers, body });
      const isAcknowledged = await sent.then(
        async (answer) => (await answer.text(), answer.status === 200),
        () => false,
      );
      (isAcknowledged ? this.acknowledged : this.unacknowledged).push(...keys);
      await pace(100);
    }
  }
}

function fullDisk(): void {
  it('retries an export on a full disk until there is room, and loses nothing acknowledged', async () => {
    const state = await StateOnDisk.mount();
    const folder = path.join(state.disk.mounted, 'objects');
    await mkdir(folder);
    const files = new SmallDisk(folder, FILES_MIB);
    try {
      const topology = await startStandalone({ directory: state.directory });
      const sender = new SlowSender(topology);
      try {
        const project = await firstProject(topology);
        const query = await sendMinutes(topology, MINUTES);
        const create = () => WatchedExport.create(topology, project, { type: 'csv', query });
        const undisturbed = await (await create()).over;
        assert.ok(Number(undisturbed.result?.bytes) > 1.5 * FILES_LEFT, undisturbed.result?.bytes);

        sender.start();
        files.fill(FILES_LEFT);
        const first = await create();
        await eventually('there is no room for its file', () => first.states.includes('retrying'));
        assert.deepEqual(first.errors[0], { code: 'unavailable', message: 'There is no room left for files.' });
        files.makeRoom();

        state.disk.fill(STATE_LEFT);
        const second = await create();
        await eventually('there is no room for anything', () => second.states.includes('retrying'));
        assert.deepEqual(second.errors[0], { code: 'unavailable', message: 'The disk of the column store is full.' });
        state.disk.makeRoom();

        for (const crowded of [first, second]) {
          const done = await crowded.over;
          assert.deepEqual([done.status, done.result], ['completed', undisturbed.result], JSON.stringify(done));
          assert.ok(done.attempt_count > 1);
          assert.deepEqual([done.error, crowded.fallen], [undefined, []]);
          await crowded.download();
        }
        const before = sender.acknowledged.length;
        await eventually('records are accepted again', () => sender.acknowledged.length > before);
        await sender.stop();
        await drained(topology);
        const { acknowledged, unacknowledged } = sender;
        console.info(`${acknowledged.length} acknowledged, ${unacknowledged.length} not`);
        await assertExactlyOnce(topology, [{ signal: 'logs', acknowledged, unacknowledged }]);
      } finally {
        await sender.stop();
        await topology.stop();
      }
    } finally {
      files.unmount();
      await state.remove();
    }
  });
}
