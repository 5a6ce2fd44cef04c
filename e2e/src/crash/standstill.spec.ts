import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually, type Topology } from '@svc/testing';
import { chooseSeed, seededRandom } from '../random.js';
import { startTopology, topologyKind } from '../topology.js';
import { Delivery } from './delivery.js';
import { assertExactlyOnce, drained } from './ledger.js';
import { defaultProject } from './people.js';
import { Sender, type SenderOptions } from './sender.js';
import { numberedRequest } from './telemetry.js';

/** The shortest that brokers allow unless they are told otherwise. */
const SESSION_MS = 6_000;
const STANDSTILLS = ['ingest', 'ingest-2', 'ingest'];
/** Requests that lie in every partition, unless chance will have it otherwise. */
const WITNESSES = 12;
const SENDERS: readonly SenderOptions[] = [
  { name: 'logs', signal: 'logs', encoding: 'grpc' },
  // Blocks that take a while, so that one is often under way when everything stops.
  { name: 'logs-large', signal: 'logs', encoding: 'protobuf', count: 1500, padding: 2000 },
  { name: 'traces', signal: 'traces', encoding: 'protobuf' },
  { name: 'metrics', signal: 'metrics', encoding: 'json' },
  { name: 'events', signal: 'events', encoding: 'json' },
];

const needed = topologyKind() === 'distributed' ? false : 'one process has nobody who takes over';
describe('an ingest process that stands still until its partitions are another one’s', { skip: needed }, () => {
  let topology: Topology;
  before(async () => {
    topology = await startTopology(topologyKind(), {
      ingests: 2,
      env: { SVC_KAFKA_SESSION_TIMEOUT_MS: String(SESSION_MS) },
    });
  });
  after(() => topology.stop());

  it('doubles nothing and loses nothing when it goes on where it stopped', async (t) => {
    const seed = chooseSeed();
    t.diagnostic(`SVC_E2E_SEED=${seed}`);
    const random = seededRandom(seed);
    const project = await defaultProject(topology);
    const delivery = new Delivery(topology.ingests, topology.apiKey);
    const senders = SENDERS.map((options, i) => ({
      ...options,
      sender: new Sender(options, delivery, seededRandom(seed + 1 + i)),
    }));
    /** Waits until what the other process is sent, of every partition, can be read. Answers what that was. */
    const isTakenOver = async (index: number): Promise<readonly string[]> => {
      const name = `witness${index}`;
      const other = STANDSTILLS[index] === 'ingest' ? 1 : 0;
      const sent: string[] = [];
      for (let n = 0; n < WITNESSES; n++) {
        const { body, keys } = numberedRequest('logs', name, n, { count: 1 });
        const bytes = Delivery.encode('logs', body, 'json');
        await eventually(
          'a witness is taken',
          async () => (await delivery.send(other, 'logs', 'json', bytes, 5_000)) === 'acknowledged',
        );
        sent.push(...keys);
      }
      await eventually(
        'the other process has taken over',
        async () => {
          const answer = await fetch(`${topology.httpUrl}/api/v1/logs?project_id=${project}&q=${name}&limit=100`, {
            headers: { 'x-svc-api-key': topology.apiKey },
          });
          return ((await answer.json()) as { logs: object[] }).logs.length === WITNESSES;
        },
        { timeoutMs: 120_000 },
      );
      return sent;
    };
    const witnesses: string[] = [];
    for (const { sender } of senders) sender.start();
    try {
      for (const [index, name] of STANDSTILLS.entries()) {
        await pause(1_000 + 1_000 * random());
        const child = topology.processes.get(name);
        assert.ok(child, name);
        child.freeze();
        witnesses.push(...(await isTakenOver(index)));
        child.thaw();
        await topology.ready(120_000);
      }
      await Promise.all(senders.map(({ sender }) => sender.stop()));
    } finally {
      for (const name of STANDSTILLS) topology.processes.get(name)?.thaw();
      await Promise.all(senders.map(({ sender }) => sender.abandon()));
      delivery.close();
    }
    await drained(topology);
    for (const { name, sender } of senders) t.diagnostic(`${name}: ${sender.acknowledged.length} acknowledged`);
    assert.deepEqual(
      senders.flatMap(({ sender }) => sender.failures),
      [],
    );
    await assertExactlyOnce(topology, [
      ...senders.map(({ signal, sender: { acknowledged, unacknowledged } }) => ({
        signal,
        acknowledged,
        unacknowledged,
      })),
      { signal: 'logs', acknowledged: witnesses, unacknowledged: [] },
    ]);
  });
});
