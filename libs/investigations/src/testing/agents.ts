import type { AgentBucket } from '../facts/agent-facts.js';
import type { FactParameters } from '../facts/facts.js';

/** The runs of an agent in a bucket of ten minutes, before and since the onset. */
export interface AgentRuns {
  readonly agent: string;
  readonly service: string;
  readonly normal: RunFigures;
  /** Without it, the runs stay as they were. */
  readonly abnormal?: Partial<RunFigures>;
}

export interface RunFigures {
  /** Runs in ten minutes. */
  readonly runs: number;
  /** Calls of models in a run. */
  readonly calls: number;
  readonly tokensOfCall: number;
  /** US dollars of a million tokens; 0 if the price is not known. */
  readonly price: number;
  /** Share of the runs. */
  readonly fails: number;
  readonly model: string;
}

export const USUAL: RunFigures = { runs: 20, calls: 3, tokensOfCall: 2_000, price: 5, fails: 0.02, model: 'small-1' };

/** Rows of runs in the windows of the parameters, around the figures of each side. */
export function agentBuckets(
  agents: readonly AgentRuns[],
  onset: number,
  { abnormal, normal, bucketMs }: FactParameters,
  noisy: (expected: number) => number,
): AgentBucket[] {
  const first = Math.min(abnormal.start, ...normal.map(({ start }) => start));
  const buckets = Math.ceil((abnormal.end - first) / bucketMs);
  return agents.flatMap(({ agent, service, ...sides }) =>
    Array.from({ length: buckets }, (_, index): AgentBucket => {
      const start = first + index * bucketMs;
      const figures = { ...sides.normal, ...(start >= onset && sides.abnormal) };
      const runs = noisy((figures.runs * bucketMs) / 600_000);
      const calls = noisy(runs * figures.calls);
      const tokens = calls * figures.tokensOfCall;
      const failed = Math.min(runs, noisy(runs * figures.fails));
      const cost = (tokens * figures.price) / 1e6;
      return { agent, service, start, runs, failed, calls, tokens, cost, models: [figures.model] };
    }),
  );
}
