import assert from 'node:assert/strict';
import type { Topology } from '@svc/testing';
import { chooseSeed, seededRandom } from '../random.js';
import { startTopology, topologyKind } from '../topology.js';
import { Delivery } from './delivery.js';
import { Faults } from './faults.js';
import { assertExactlyOnce, drained } from './ledger.js';
import { assertLinked } from './people.js';
import { ITEMS, Sender, type SenderOptions } from './sender.js';
import { standStill } from './standstill.js';

/** Small, so that it runs with every change; by hand in the hundreds. */
const FAULTS = Number(process.env['SVC_E2E_KILLS'] ?? 10);

/** The shortest session timeout that brokers allow by default, so that a dead consumer is noticed soon. */
const SESSION_MS = 6_000;

const SENDERS: readonly SenderOptions[] = [
  { name: 'logs-json', signal: 'logs', encoding: 'json' },
  { name: 'logs-json-gzip', signal: 'logs', encoding: 'json+gzip' },
  { name: 'logs-grpc', signal: 'logs', encoding: 'grpc' },
  // Some megabytes at once, so that kills hit appends in the middle of their pages.
  { name: 'logs-large', signal: 'logs', encoding: 'protobuf', count: 1500, padding: 2000, pauseMs: 500 },
  { name: 'logs-impatient', signal: 'logs', encoding: 'protobuf+gzip', impatient: true },
  { name: 'logs-loki', signal: 'logs', encoding: 'loki' },
  { name: 'logs-sentry', signal: 'logs', encoding: 'sentry' },
  { name: 'traces-grpc', signal: 'traces', encoding: 'grpc' },
  { name: 'traces-protobuf-gzip', signal: 'traces', encoding: 'protobuf+gzip' },
  { name: 'traces-impatient', signal: 'traces', encoding: 'json', impatient: true },
  { name: 'metrics-json', signal: 'metrics', encoding: 'json' },
  { name: 'metrics-grpc', signal: 'metrics', encoding: 'grpc' },
  { name: 'metrics-impatient', signal: 'metrics', encoding: 'grpc', impatient: true },
  { name: 'events-json', signal: 'events', encoding: 'json' },
  { name: 'events-json-gzip', signal: 'events', encoding: 'json+gzip' },
  { name: 'events-impatient', signal: 'events', encoding: 'json', impatient: true },
];

describe(`${FAULTS} kills and pauses of any process under load`, () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await startTopology(topologyKind(), {
      replicas: { ingest: 2 },
      env: topologyKind() === 'distributed' ? { SVC_KAFKA_SESSION_TIMEOUT_MS: String(SESSION_MS) } : {},
    });
  });
  afterAll(() => topology.stop());

  it('loses and duplicates nothing that was acknowledged', async () => {
    const seed = chooseSeed();
    console.info(`SVC_TEST_SEED=${seed}`);
    const delivery = new Delivery(topology.ingests, topology.apiKey);
    const senders = SENDERS.map((options, i) => ({
      ...options,
      sender: new Sender(options, delivery, seededRandom(seed + 1 + i)),
    }));
    for (const { sender } of senders) sender.start();
    const witnesses: string[] = [];
    const faults = new Faults(topology, seededRandom(seed));
    try {
      for (let i = 0; i < FAULTS; i++) await faults.strike();
      await faults.end();
      if (topology.kind === 'distributed')
        for (const name of ['ingest', 'ingest-2']) witnesses.push(...(await standStill(topology, delivery, name)));
      await Promise.all(senders.map(({ sender }) => sender.stop()));
    } finally {
      await Promise.all(senders.map(({ sender }) => sender.abandon()));
      delivery.close();
    }
    await drained(topology);

    console.info(JSON.stringify(Object.fromEntries(faults.done)));
    for (const { name, sender } of senders) {
      const { acknowledged, unacknowledged, retried } = sender;
      console.info(`${name}: ${acknowledged.length} acknowledged, ${unacknowledged.length} not, ${retried} retried`);
    }
    assert.deepEqual(
      senders.flatMap(({ sender }) => sender.failures),
      [],
    );
    // The number of records that are acknowledged between the faults depends on the machine.
    for (const { name, sender } of senders) assert.ok(sender.acknowledged.length > 0, `${name} was under load`);
    const people = senders.filter(({ signal }) => signal === 'events').flatMap(({ sender }) => sender.acknowledged);
    await assertLinked(
      topology,
      people.filter((_, i) => i % ITEMS === 0),
    );
    await assertExactlyOnce(topology, [
      ...senders.flatMap(({ signal, encoding, sender: { acknowledged, unacknowledged } }) =>
        // An envelope has a span for each of its logs, which is stored in another topic.
        (encoding === 'sentry' ? ([signal, 'traces'] as const) : [signal]).map((each) => ({
          signal: each,
          acknowledged,
          unacknowledged,
        })),
      ),
      { signal: 'logs', acknowledged: witnesses, unacknowledged: [] },
    ]);
  });
});
