import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Child, pace, standaloneEnvironment, startStandalone } from '@svc/testing';
import { chooseSeed, seededRandom } from '../random.js';
import { topologyKind } from '../topology.js';
import { Delivery } from './delivery.js';
import { assertExactlyOnce, drained, type Account } from './ledger.js';
import { numberedRequest } from './telemetry.js';

const KILLS = Number(process.env['SVC_E2E_KILLS'] ?? 6);
/** A start on an idle machine: stores set up, schemas made, the workspace written. */
const START_MS = 2_500;
const SIGNALS = ['logs', 'traces', 'metrics', 'events'] as const;

/** Runs on one process only: one process makes everything at its first start. */
const describeStandalone = topologyKind() === 'standalone' ? describe : describe.skip;

describeStandalone(`a first start that is killed ${KILLS} times`, () => {
  it('stores, derives and counts everything once after a killed first start', async () => {
    const seed = chooseSeed();
    console.info(`SVC_TEST_SEED=${seed}`);
    const random = seededRandom(seed);
    const directory = await mkdtemp(path.join(tmpdir(), 'svc-first-'));
    const child = new Child({
      name: 'standalone',
      entry: 'apps/standalone/dist/bundle/main.js',
      logFile: path.join(directory, 'first.log'),
      env: await standaloneEnvironment(directory),
    });
    try {
      for (let i = 0; i < KILLS; i++) {
        child.start();
        // The moment varies; nothing is awaited by it.
        await pace(START_MS * random());
        await child.kill();
      }
      const topology = await startStandalone({ directory });
      const delivery = new Delivery(topology.ingests, topology.apiKey);
      try {
        const accounts: Account[] = [];
        for (const signal of SIGNALS) {
          const { body, keys } = numberedRequest(signal, `first-${signal}`, 0, { count: 100 });
          const outcome = await delivery.send(0, signal, 'json', Delivery.encode(signal, body, 'json'), 60_000);
          assert.equal(outcome, 'acknowledged', signal);
          accounts.push({ signal, acknowledged: keys, unacknowledged: [] });
        }
        await drained(topology);
        await assertExactlyOnce(topology, accounts);
      } finally {
        delivery.close();
        await topology.stop();
      }
    } finally {
      await child.kill();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
