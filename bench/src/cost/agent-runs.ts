/**
 * Measures how spans of AI work become runs, on one thread: `node dist/cost/agent-runs.js [seconds]`. Reads the spans of each recorded
 * instrumentation (`read`), and assembles traces of 5,000 and 20,000 of them, with prices (`assemble`).
 */
import { assembleRuns, priceUsage, readAiSpan, type RunContext, type TraceSpan } from '@svc/gen-ai';
import { INSTRUMENTATIONS, recordedSpans } from '@svc/gen-ai/testing';
import { printer } from '../figures/figure.js';

const SECONDS = Number(process.argv[2] ?? 3);
/** The most CPU time that a span of AI work may cost, in microseconds. */
const GOAL_US = 15;

const print = printer({ seconds: SECONDS });
const all: TraceSpan[] = [];
for (const instrumentation of INSTRUMENTATIONS) {
  const spans = recordedSpans(instrumentation);
  all.push(...spans.map((span) => ({ ...span, isAi: readAiSpan(span) !== undefined })));
  const cpu = measure(spans.length, () => spans.forEach((span) => void readAiSpan(span)));
  print({ figure: 'read_us', instrumentation, cpu, goal: GOAL_US });
}

const context: RunContext = {
  now: 2_000_000_000_000_000_000n,
  lastArrivals: new Map(),
  storedPrices: new Map(),
  cutTraces: new Set(),
  price(question, usage) {
    const priced = priceUsage(question, usage, []);
    if (!priced) return undefined;
    const { price, unpriced, ...cost } = priced;
    return { ...cost, priceId: price.id, isPartial: unpriced.length > 0 };
  },
};
for (const count of [5_000, 20_000]) {
  const trace = longTrace(count);
  const cpu = measure(count, () => void assembleRuns(trace, context));
  print({ figure: 'assemble_us', spans: count, cpu, goal: GOAL_US, total: Math.round((cpu * count) / 1_000) });
}

/** One trace that repeats the recorded spans below one root. */
function longTrace(count: number): TraceSpan[] {
  const [root] = all;
  if (!root) throw new Error('There are no recordings.');
  return Array.from({ length: count }, (_, nth) => {
    const id = (index: number): string => index.toString(16).padStart(16, '0');
    const span = all[nth % all.length] ?? root;
    return { ...span, traceId: root.traceId, spanId: id(nth + 1), parentSpanId: nth === 0 ? '' : id((nth >> 3) + 1) };
  });
}

/** Microseconds of CPU time of one of `items`, after a first pass. */
function measure(items: number, run: () => void): number {
  for (let pass = 0; pass < 5; pass += 1) run();
  const [from, end] = [process.cpuUsage(), performance.now() + SECONDS * 1_000];
  let done = 0;
  while (performance.now() < end) {
    run();
    done += items;
  }
  const { user, system } = process.cpuUsage(from);
  return Math.round(((user + system) / done) * 100) / 100;
}
