import assert from 'node:assert/strict';
import { pace, type Topology } from '@svc/testing';
import { seededRandom } from '../../random.js';
import { Delivery } from '../delivery.js';
import { assertExactlyOnce, drained } from '../ledger.js';
import { Sender } from '../sender.js';
import type { SharedService } from './shared-service.js';

/** The time for which the column store stays away; `SVC_E2E_BACKLOG_SECONDS` extends it, for example to an hour. */
const AWAY_MS = Number(process.env['SVC_E2E_BACKLOG_SECONDS'] ?? 6) * 1000;
/** Short, so that the column store stores little after each of its starts. */
const KILL_EVERY_MS = 500;
const SERVICE = 'backlog';
const SENDERS = [
  { name: 'logs', signal: 'logs', encoding: 'protobuf+gzip', count: 100, service: SERVICE },
  { name: 'traces', signal: 'traces', encoding: 'grpc', count: 100, service: SERVICE },
  { name: 'metrics', signal: 'metrics', encoding: 'json', count: 100, service: SERVICE },
] as const;

export function backlog(service: SharedService): void {
  describe('a column store that stays away', () => {
    it('delays no client while the column store is away, and stores everything once after it recovers', async () => {
      const { key } = await service.begin();
      const { topology } = service;
      const delivery = new Delivery(topology.ingests, key);
      const senders = SENDERS.map((options, i) => ({
        ...options,
        sender: new Sender(options, delivery, seededRandom(i)),
      }));
      const counts = (): number[] => senders.map(({ sender }) => sender.acknowledged.length);
      try {
        await keepAway(topology, KILL_EVERY_MS);
        const before = counts();
        for (const { sender } of senders) sender.start();
        await keepAway(topology, AWAY_MS);
        const during = counts();
        console.info(`acknowledged without a column store: ${during.join(', ')}`);
        during.forEach((count, i) => assert.ok(count > (before[i] ?? 0) + 100, `${SENDERS[i]?.name} went on`));
        await Promise.all(senders.map(({ sender }) => sender.stop()));
      } finally {
        await Promise.all(senders.map(({ sender }) => sender.abandon()));
        delivery.close();
      }
      await topology.ready();
      await drained(topology);
      assert.deepEqual(
        senders.flatMap(({ sender }) => sender.failures),
        [],
      );
      const accounts = senders.map(({ signal, sender: { acknowledged, unacknowledged } }) => ({
        signal,
        acknowledged,
        unacknowledged,
      }));
      service.inspectAtEnd('a backlog is stored once', () => assertExactlyOnce(topology, accounts, SERVICE));
    });
  });
}

/** The supervisor restarts it each time, so it is killed each time, often during the replay of a batch. */
async function keepAway(topology: Topology, ms: number): Promise<void> {
  const store = topology.dependencies.get('columnar');
  for (const until = Date.now() + ms; Date.now() < until;) {
    await store?.kill();
    await pace(KILL_EVERY_MS);
  }
}
