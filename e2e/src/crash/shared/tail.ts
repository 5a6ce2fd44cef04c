import assert from 'node:assert/strict';
import { eventually, pace } from '@svc/testing';
import { TailWatcher } from '../../logs/tail-watcher.js';
import { topologyKind } from '../../topology.js';
import { Delivery } from '../delivery.js';
import { drained } from '../ledger.js';
import { numberedRequest, SERVICE } from '../telemetry.js';
import type { SharedService } from './shared-service.js';

/** The processes that take part in showing a line. */
const VICTIMS =
  topologyKind() === 'standalone' ? ['standalone', 'standalone'] : ['query', 'gateway', 'ingest', 'kafka', 'query'];
const ITEMS = 10;

export function tail(service: SharedService): void {
  describe(`kills of processes that show live logs: ${VICTIMS.join(', ')}`, () => {
    it('neither loses nor repeats lines of live logs for a client that reconnects with its last ID', async () => {
      const { id, key } = await service.begin();
      const { topology } = service;
      const query = `project_id=${id}&service=${SERVICE}`;
      const delivery = new Delivery(topology.ingests, key);
      const [sent, acknowledged] = [new Set<string>(), [] as string[]];
      // The event log has no topic before something arrives.
      const first = numberedRequest('logs', 'first', 0, { count: 1 }).body;
      await delivery.send(0, 'logs', 'json', Delivery.encode('logs', first, 'json'), 30_000);
      await drained(topology);
      let isSending = true;

      const watcher = new TailWatcher({ key: topology.apiKey, query, chooseUrl: () => topology.httpUrl });
      const { seen } = watcher;

      // Nothing is sent twice, so a line that is shown twice is a fault of the tail.
      const sending = (async () => {
        await eventually('the client watches', () => watcher.connections > 0);
        for (let n = 0; isSending; n++) {
          const { body, keys } = numberedRequest('logs', 'tailed', n * ITEMS, { count: ITEMS });
          for (const key of keys) sent.add(key);
          const outcome = await delivery.send(0, 'logs', 'json', Delivery.encode('logs', body, 'json'), 30_000);
          if (outcome === 'acknowledged') acknowledged.push(...keys);
          await pace(60);
        }
      })();
      try {
        for (const name of VICTIMS) {
          const known = seen.length;
          await eventually('lines are shown', () => seen.length > known + 20 * ITEMS);
          const child = topology.processes.get(name);
          await (child ?? topology.dependencies.get(name))?.kill();
          child?.start();
          await topology.ready();
        }
        isSending = false;
        await sending;
        await eventually('every line that was acknowledged is shown', () => {
          const shown = new Set(seen);
          return acknowledged.every((key) => shown.has(key));
        });
      } finally {
        isSending = false;
        await Promise.all([sending, watcher.stop()]);
        delivery.close();
      }
      console.info(`${acknowledged.length} lines of ${sent.size}, ${watcher.connections} connections`);
      assert.ok(watcher.connections > 1, 'the client had to come back');
      assert.equal(new Set(seen).size, seen.length, 'none twice');
      assert.deepEqual(
        seen.filter((key) => !sent.has(key)),
        [],
      );
    });
  });
}
