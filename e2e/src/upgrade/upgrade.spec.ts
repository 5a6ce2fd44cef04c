import assert from 'node:assert/strict';
import { ROOT, skipOrFail, type Topology } from '@svc/testing';
import { chooseSeed } from '../random.js';
import { Load } from '../scale/load.js';
import { startTopology } from '../topology.js';
import { earlierBuild } from './earlier-build.js';

const REPLICAS = { gateway: 2, ingest: 2, query: 2, alerting: 2, exports: 2, integrations: 2 };
/** Longer than the time that the load balancers of the test need to notice that a process is no longer ready. */
const DRAIN_SECONDS = '2';
/**
 * The outcomes of requests that were answered, or that their sender gave up on to send them again. On a busy machine the load balancers of
 * the test may ask too late and choose a process that has gone; it refuses the connection, and nothing was sent.
 */
const EXPECTED = new Set(['200', '201', 'TimeoutError', 'ECONNREFUSED', 'grpc OK', 'grpc DEADLINE_EXCEEDED']);

const earlier = await earlierBuild();

if ('reason' in earlier) {
  const { reason, isShallow = false } = earlier;
  // The upgrade is not required if the history is shallow or this version replaces tables that were never released.
  if (isShallow) skipOrFail('upgrade from an earlier commit', reason);
  else it.skip(`upgrade from an earlier commit (${reason})`, () => undefined);
} else {
  describe(`upgrade from ${earlier.commit.slice(0, 12)}, one process after the other, under load`, () => {
    let topology: Topology;
    let load: Load;
    beforeAll(async () => {
      const sharedEnv = { SVC_DRAIN_SECONDS: DRAIN_SECONDS };
      topology = await startTopology('distributed', { root: earlier.root, replicas: REPLICAS, sharedEnv });
      load = await Load.start(topology, chooseSeed());
    });
    afterAll(async () => {
      await load?.end();
      await topology?.stop();
    });

    it('works with the earlier version on the new schema', async () => {
      await load.progresses();
      await topology.migrate(ROOT);
      await load.progresses();
    });

    it('works with every mixture of the two versions', async () => {
      for (const [name, child] of topology.processes) {
        await child.replace(ROOT);
        await topology.processReady(name);
        await load.progresses();
      }
    });

    it('loses and doubles nothing, and answers every request', async () => {
      await load.finish();
      const outcomes = [...load.rest.client.outcomes.keys(), ...load.delivery.outcomes.keys()];
      assert.deepEqual(
        outcomes.filter((outcome) => !EXPECTED.has(outcome)),
        [],
        JSON.stringify([...load.rest.client.postponed, ...load.delivery.postponed]),
      );
    });
  });
}
