import assert from 'node:assert/strict';
import { eventually, skipOrFail, startStandalone } from '@svc/testing';
import { topologyKind } from '../topology.js';
import { Delivery } from './delivery.js';
import { assertExactlyOnce, drained } from './ledger.js';
import { canMount, MIB, StateOnDisk } from './small-disk.js';
import { numberedRequest } from './telemetry.js';

// Six services have no disk in common.
if (topologyKind() === 'distributed') it.skip('a full disk (on one process only)', () => undefined);
else if (await canMount()) describe('a full disk', fullDisk);
else skipOrFail('a full disk', 'mounting a tmpfs is not permitted');

function fullDisk(): void {
  it('responds to a full disk with 503 and Retry-After, and loses nothing acknowledged', async () => {
    const state = await StateOnDisk.mount();
    const { disk, directory } = state;
    try {
      const topology = await startStandalone({ directory });
      try {
        const acknowledged: string[] = [];
        const unacknowledged: string[] = [];
        let sent = 0;
        /** Incompressible, so that the log needs room for it. */
        const send = async (): Promise<Response> => {
          const { body, keys } = numberedRequest('logs', 'disk', sent++ * 50, { count: 50, padding: 20_000 });
          const answer = await fetch(`${topology.ingestUrl}/v1/logs`, {
            method: 'POST',
            headers: { 'x-svc-api-key': topology.apiKey, 'content-type': 'application/x-protobuf' },
            body: new Uint8Array(Delivery.encode('logs', body, 'protobuf')),
          });
          (answer.status === 200 ? acknowledged : unacknowledged).push(...keys);
          return answer;
        };
        assert.equal((await send()).status, 200);
        await drained(topology);

        // The store refuses rows from here on; the log still accepts them.
        disk.fill(1000 * MIB);
        for (let i = 0; i < 5; i++) assert.equal((await send()).status, 200);

        disk.fill(0);
        const refusal = await eventually('the log is full', async () => {
          const answer = await send();
          return answer.status === 200 ? undefined : answer;
        });
        assert.equal(refusal.status, 503);
        assert.match(refusal.headers.get('retry-after') ?? '', /^\d+$/);
        assert.ok(!(await refusal.text()).includes(disk.mounted), 'the answer names no path');

        disk.makeRoom();
        await eventually('requests are accepted again', async () => (await send()).status === 200);
        await drained(topology);
        console.info(`${acknowledged.length} acknowledged, ${unacknowledged.length} not`);
        await assertExactlyOnce(topology, [{ signal: 'logs', acknowledged, unacknowledged }]);
      } finally {
        await topology.stop();
      }
    } finally {
      await state.remove();
    }
  });
}
