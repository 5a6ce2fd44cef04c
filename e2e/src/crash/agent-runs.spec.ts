import assert from 'node:assert/strict';
import { eventually, pace, type Topology } from '@svc/testing';
import type { Json } from '../api.js';
import { byEffort, isThorough } from '../effort.js';
import { chooseSeed, seededRandom } from '../random.js';
import { newTraceId, sendSpans, spanId, type SentSpan } from '../spans.js';
import { startTopology, topologyKind } from '../topology.js';
import { askIfAnswers } from './errors-to-alert.js';

const KILLS = byEffort(3, 20);
const TRACES = 20;
/** Ends the lease of an assembly that died. */
const LEASE_MS = 31_000;
/** A life of the process after its start: from before its first assembly to after some of them. */
const LIFE_MS = 2_500;

const CALL = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'gpt-4o',
  'gen_ai.usage.input_tokens': '1000',
  'gen_ai.usage.output_tokens': '100',
};
const AGENT = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'support' };
const TOOL = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' };
const SPANS: readonly SentSpan[] = [
  { id: 1, service: 'shop', from: 0, to: 10_000 },
  { id: 2, parent: 1, service: 'agents', from: 100, to: 9_000, attributes: AGENT },
  { id: 3, parent: 2, service: 'agents', from: 200, to: 2_000, attributes: CALL },
  { id: 4, parent: 2, service: 'agents', from: 2_000, to: 3_000, attributes: TOOL },
  { id: 5, parent: 2, service: 'agents', from: 3_000, to: 8_000, attributes: CALL },
];

const seed = chooseSeed();

/** With six processes each kill waits for its lease and for all of them: only a thorough run has the time. */
const describeKills = topologyKind() === 'standalone' || isThorough ? describe : describe.skip;

describeKills(`${KILLS} kills of the process that assembles agent runs (seed ${seed})`, () => {
  let topology: Topology;
  beforeAll(async () => {
    topology = await startTopology(topologyKind());
  });
  afterAll(() => topology.stop());

  it('makes one run of each trace, whatever order its spans arrive in and wherever a kill comes', async () => {
    const random = seededRandom(seed);
    const ask = askIfAnswers(topology);
    const projects = (await ask('GET', '/projects'))?.['projects'] ?? [];
    const project = String([...projects].find(({ slug }) => slug === topology.projectSlug)?.['id']);
    const victim = topology.processes.get(topologyKind() === 'distributed' ? 'query' : 'standalone');
    assert.ok(victim);
    const traces = Array.from({ length: TRACES }, newTraceId);
    const pieces = traces
      .flatMap((traceId) => SPANS.map((span) => ({ traceId, span, order: random() })))
      .sort((a, b) => a.order - b.order);
    const size = Math.ceil(pieces.length / (KILLS + 1));
    const shareOf = (index: number): number => Math.floor(index / size);
    // A root that is no AI work is noticed within 30 seconds after the AI work of its trace, and otherwise after 15 minutes.
    const lastWork = new Map<string, number>();
    for (const [index, { traceId, span }] of pieces.entries())
      if (span.attributes) lastWork.set(traceId, shareOf(index));
    const shares = Map.groupBy(
      pieces.map((piece, index) => ({ ...piece, nth: Math.min(shareOf(index), lastWork.get(piece.traceId) ?? 0) })),
      ({ nth }) => nth,
    );
    const sendShare = (nth: number): Promise<unknown> =>
      Promise.all(
        (shares.get(nth) ?? []).map(({ traceId, span }) =>
          eventually('a span is accepted', () => sendSpans(traceId, [span], 60_000, topology).then(() => true)),
        ),
      );
    for (let nth = 0; nth < KILLS; nth += 1) {
      await sendShare(nth);
      await pace(random() * LIFE_MS);
      await victim.kill();
      victim.start();
      await topology.processReady(victim.name);
      // The clock of the column store, whose time arrivals have, cannot be moved.
      await pace(LEASE_MS);
    }
    await sendShare(KILLS);

    const runs = async (): Promise<Json[]> => [
      ...((await ask('GET', `/agent-runs?project_id=${project}&limit=200`))?.['runs'] ?? []),
    ];
    // A root that is no AI work and comes last is noticed after 30 seconds, until which its child misses a parent.
    const isWhole = (run: Json): boolean =>
      Number(run['step_count']) === 4 && run['llm_calls'] === 2 && [...run['flags']].length === 0;
    await eventually('every run is whole', async () => {
      const found = await runs();
      return found.length === TRACES && found.every(isWhole);
    });
    const found = await runs();
    assert.deepEqual(
      found.map((run) => String(run['run_id'])).sort(),
      traces.map((traceId) => `${traceId}-${spanId(2)}`).sort(),
    );
    for (const run of found)
      assert.deepEqual([run['status'], run['cost'], run['tool_calls'], run['flags']], ['completed', '0.007', 1, []]);
  });
});
