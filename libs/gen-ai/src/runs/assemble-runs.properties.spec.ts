import fc from 'fast-check';
import { BUCKETS } from '../usage/buckets.js';
import { assembleRuns } from './assemble-runs.js';
import { stepKey, type Run, type RunContext, type StoredPrice, type TraceSpan } from './run.js';
import { agent, call, contextAfter, span, tool } from './testing/trace-builder.js';

const TRACES = ['aa'.repeat(16), 'bb'.repeat(16)];
const IDS = Array.from({ length: 12 }, (_, index) => (index + 1).toString(16));

const anySpan: fc.Arbitrary<TraceSpan> = fc
  .record({
    id: fc.constantFrom(...IDS),
    parent: fc.constantFrom('', '', 'ff', ...IDS),
    trace: fc.constantFrom(...TRACES),
    from: fc.integer({ min: 0, max: 20 }),
    length: fc.integer({ min: 0, max: 20 }),
    error: fc.option(fc.constantFrom('x', 'timeout'), { nil: undefined }),
    make: fc.constantFrom(span, agent, call, call, tool),
    more: fc.record(
      {
        'agent.run.id': fc.constantFrom('one', 'two'),
        'gen_ai.response.id': fc.constantFrom('r1', 'r2'),
        'gen_ai.tool.call.id': fc.constantFrom('c1', 'c2'),
        'gen_ai.usage.input_tokens': fc.constantFrom('0', '7', '500', '300000'),
        'gen_ai.usage.cache_read.input_tokens': fc.constantFrom('3', '900'),
        'gen_ai.request.model': fc.constantFrom('gpt-4o', 'mystery', 'gemini-2.5-pro'),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ id, make, more, length, from, ...options }) => {
    const made = make(id, { ...options, from, to: from + length });
    return made.isAi ? { ...made, attributes: { ...made.attributes, ...more } } : made;
  });

/** Twice what a slow machine takes, of which reading the attributes is the most. */
const LIMIT_MS = 250;

const anySpans = fc.array(anySpan, { maxLength: 40 });
const context = (idle = 0): RunContext => contextAfter(idle, TRACES);

function storedPrices(runs: readonly Run[]): Map<string, StoredPrice> {
  return new Map(
    runs
      .flatMap(({ steps }) => steps)
      .flatMap(({ price, traceId, spanId, provider, model, usage }) =>
        price ? [[stepKey(traceId, spanId), { ...price, provider, model, usage }] as const] : [],
      ),
  );
}

describe('assembleRuns', () => {
  it('gives the same result for any order of the same spans', () => {
    fc.assert(
      fc.property(
        anySpans.chain((spans) =>
          fc.tuple(fc.constant(spans), fc.shuffledSubarray(spans, { minLength: spans.length })),
        ),
        fc.constantFrom(0, 1_000, 4_000),
        ([spans, shuffled], idle) => {
          expect(assembleRuns(shuffled, context(idle))).toEqual(assembleRuns(spans, context(idle)));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('ends in the same result when spans arrive in parts, whatever was assembled before', () => {
    fc.assert(
      fc.property(anySpans, fc.integer({ min: 0, max: 40 }), (spans, size) => {
        const early = assembleRuns(spans.slice(0, size), context());
        const late = assembleRuns(spans, { ...context(), storedPrices: storedPrices(early) });
        expect(late).toEqual(assembleRuns(spans, context()));
      }),
      { numRuns: 150 },
    );
  });

  it('makes each span at most one step, and the totals those of the counted steps', () => {
    fc.assert(
      fc.property(anySpans, (spans) => {
        const runs = assembleRuns(spans, context());
        const steps = runs.flatMap((run) => run.steps);
        expect(new Set(steps.map(({ traceId, spanId }) => stepKey(traceId, spanId))).size).toBe(steps.length);
        for (const run of runs) {
          const counted = run.steps.filter(({ isCounted, price, isUnpriced }) => isCounted && (price ?? isUnpriced));
          for (const bucket of BUCKETS) {
            expect(run.usage[bucket] ?? 0).toBe(counted.reduce((sum, { usage }) => sum + (usage[bucket] ?? 0), 0));
          }
          const costs = counted.flatMap(({ price }) => price?.cost ?? []);
          expect(run.cost).toBe(costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0n));
          expect(run.endNs).toBeGreaterThanOrEqual(run.startNs);
          expect(run.steps.every(({ runId }) => runId === run.runId)).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('assembleRuns of a trace of 5,000 spans', () => {
  const size = 5_000;
  const id = (index: number): string => (index + 1).toString(16);
  const kinds = [call, tool, call, span] as const;
  const inner = (index: number, parent: string): TraceSpan =>
    (kinds[index % kinds.length] ?? call)(id(index), { parent, from: index / 1_000, to: index / 1_000 + 1 });
  const shapes: Readonly<Record<string, (index: number) => TraceSpan>> = {
    chain: (index) => (index === 0 ? agent(id(0)) : inner(index, id(index - 1))),
    star: (index) => (index === 0 ? agent(id(0)) : inner(index, id(0))),
    tree: (index) => (index === 0 ? agent(id(0)) : inner(index, id(Math.floor((index - 1) / 4)))),
    cycle: (index) => inner(index, id((index + 1) % size)),
    'own parents': (index) => inner(index, id(index)),
    orphans: (index) => inner(index, id(index + size)),
    'parallel tools': (index) =>
      index === 0 ? agent(id(0)) : tool(id(index), { parent: id(0), scope: String(index % 3) }),
    'same ID': (index) => call('1', { from: index }),
  };

  it.each(Object.entries(shapes))('takes little CPU time: %s', (_name, spanAt) => {
    const spans = Array.from({ length: size }, (_, index) => spanAt(index));
    const times = Array.from({ length: 7 }, () => {
      const before = process.threadCpuUsage();
      const runs = assembleRuns(spans, context());
      expect(runs.flatMap(({ steps }) => steps).length).toBeLessThanOrEqual(size);
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1_000;
    });
    expect(Math.min(...times)).toBeLessThan(LIMIT_MS);
  });
});
