import assert from 'node:assert/strict';
import { eventually, pace, type Topology } from '@svc/testing';
import type { Json } from '../api.js';
import { byEffort } from '../effort.js';
import { chooseSeed, seededRandom } from '../random.js';
import { KIND, newTraceId, sendSpans } from '../spans.js';
import { startTopology, topologyKind } from '../topology.js';
import { askIfAnswers } from './errors-to-alert.js';

const KILLS = byEffort(3, 12);
/** A life of the process after a start: from before its first check to after some of them. */
const LIFE_MS = 2_000;
const TRACES = 40;

const seed = chooseSeed();

describe(`${KILLS} kills of the process that runs investigations (seed ${seed})`, () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await startTopology(topologyKind());
  });
  afterAll(() => topology.stop());

  it('lose no investigation, and find the same evidence once', async () => {
    const random = seededRandom(seed);
    const ask = askIfAnswers(topology);
    const victim = topology.processes.get(topologyKind() === 'distributed' ? 'query' : 'standalone');
    assert.ok(victim);
    for (let nth = 0; nth < TRACES; nth += 1)
      await sendSpans(
        newTraceId(),
        [
          { id: 1, service: 'web', kind: KIND.server, from: 0, to: 50 },
          { id: 2, parent: 1, service: 'checkout', kind: KIND.server, from: 5, to: 45, failed: nth > TRACES / 2 },
        ],
        1_800_000 - nth * 30_000,
        topology,
      );
    const projects = (await ask('GET', '/projects'))?.['projects'] ?? [];
    const project = String([...projects].find(({ slug }) => slug === topology.projectSlug)?.['id']);
    const query = `?project_id=${project}`;
    await eventually('the spans are stored', async () => {
      const found = await ask('GET', `/services${query}`);
      return [...(found?.['services'] ?? [])].length === 2;
    });
    // The present minute is not complete: an investigation of it that begins later has another window.
    const end = Date.now() - 120_000;
    const window = { start: new Date(end - 2_400_000).toISOString(), end: new Date(end).toISOString() };
    const start = async (): Promise<string> => {
      const started = await ask('POST', `/investigations${query}`, { question: 'why does it fail', window });
      assert.equal(typeof started?.['id'], 'string', 'the investigation was started');
      return String(started?.['id']);
    };
    const whenCompleted = async (id: string): Promise<Json> => {
      await eventually(`the investigation ${id} is completed`, async () => {
        const found = await ask('GET', `/investigations/${id}${query}`);
        return String(found?.['status']) === 'completed';
      });
      return (await ask('GET', `/investigations/${id}${query}`)) as unknown as Json;
    };
    const idsOf = (done: Json): string[] => [...(done['evidence'] ?? [])].map(({ id }) => String(id)).sort();

    const undisturbed = await whenCompleted(await start());
    for (let kill = 0; kill < KILLS; kill += 1) {
      // A project may start 20 within an hour, so each kill hits one.
      const id = await start();
      await pace(random() * LIFE_MS);
      await victim.kill();
      victim.start();
      await topology.processReady(victim.name);
      const done = await whenCompleted(id);
      assert.deepEqual(idsOf(done), idsOf(undisturbed));
      assert.equal(done['conclusion']?.['text'], undisturbed['conclusion']?.['text']);
    }
  });
});
