import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BILLED_KINDS } from '../spans/ai-span.js';
import { INSTRUMENTATIONS, recordedSpans } from '../testing/recorded.js';
import { inputTokens, outputTokens } from '../usage/buckets.js';
import { assembleRuns } from './assemble-runs.js';
import type { Run, RunContext, TraceSpan } from './run.js';

/** The tokens of a call, by what the provider on loopback answered. */
const [OPENAI, ANTHROPIC, EMBEDDING] = ['1200 in, 30 out', '2350 in, 25 out', '8 in, 0 out'];
/** The calls that the provider answered, and that the instrumentation reports with usage. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  'ai-sdk-6': [OPENAI, OPENAI, ANTHROPIC, ANTHROPIC, OPENAI, EMBEDDING],
  'ai-sdk-7': [OPENAI, OPENAI, ANTHROPIC, ANTHROPIC, OPENAI, EMBEDDING],
  genai: [OPENAI, OPENAI, OPENAI, EMBEDDING, ANTHROPIC, ANTHROPIC],
  langfuse: [OPENAI, OPENAI, OPENAI],
  openinference: [OPENAI, OPENAI, OPENAI, EMBEDDING],
  openlit: [OPENAI, OPENAI, OPENAI, EMBEDDING],
  'pydantic-ai': [OPENAI, OPENAI],
  traceloop: [OPENAI, OPENAI, ANTHROPIC, ANTHROPIC],
};
const CONTEXT: RunContext = {
  now: 1_790_000_100_000_000_000n,
  lastArrivals: new Map(),
  price: () => undefined,
  storedPrices: new Map(),
  cutTraces: new Set(),
};

const countedCalls = (runs: readonly Run[]): string[] =>
  runs
    .flatMap(({ steps }) => steps)
    .filter(({ kind, isCounted, usage }) => BILLED_KINDS.has(kind) && isCounted && inputTokens(usage) > 0)
    .map(({ usage }) => `${inputTokens(usage)} in, ${outputTokens(usage)} out`);

const readTrace = (name: string): TraceSpan[] => recordedSpans(name).map((span) => ({ ...span, isAi: true }));

describe.each(INSTRUMENTATIONS)('runs from the spans of %s', (name) => {
  it('count each call of the provider once', () => {
    assert.deepEqual(countedCalls(assembleRuns(readTrace(name), CONTEXT)).toSorted(), CALLS[name]?.toSorted());
  });

  it('are the same in every order of arrival', () => {
    const spans = readTrace(name);
    const expected = assembleRuns(spans, CONTEXT);
    const shuffled = fc.shuffledSubarray(spans, { minLength: spans.length });
    fc.assert(
      fc.property(shuffled, (other) => assert.deepEqual(assembleRuns(other, CONTEXT), expected)),
      { numRuns: 200 },
    );
  });
});
