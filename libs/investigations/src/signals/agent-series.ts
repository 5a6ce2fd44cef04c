import type { AgentBucket } from '../facts/agent-facts.js';
import type { FactParameters } from '../facts/facts.js';
import type { Window } from '../model.js';

const MS_PER_HOUR = 3_600_000;

/** The sums of the runs of an agent on one side. */
export interface AgentSide {
  readonly runs: number;
  readonly failed: number;
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number;
  readonly hours: number;
  readonly models: ReadonlySet<string>;
}

/** The runs of an agent in all of its services. */
export interface AgentSeries {
  readonly agent: string;
  readonly services: readonly string[];
  readonly normal: AgentSide;
  readonly abnormal: AgentSide;
  /** US dollars by bucket; tokens if no call has a price. Buckets without runs are 0. */
  readonly spent: { readonly normal: readonly number[]; readonly abnormal: readonly number[] };
  readonly isPriced: boolean;
  /** Starts of the abnormal buckets in epoch milliseconds. */
  readonly starts: readonly number[];
}

/** The runs of each agent that has a name, on both sides. */
export function toAgentSeries(rows: readonly AgentBucket[], { normal, abnormal, bucketMs }: FactParameters) {
  const before = { start: normal[0]?.start ?? abnormal.start, end: normal.at(-1)?.end ?? abnormal.start };
  const named = rows.filter(({ agent }) => agent !== '');
  return [...Map.groupBy(named, ({ agent }) => agent)].map(([agent, own]): AgentSeries => {
    const isPriced = own.some(({ cost }) => cost > 0);
    const spentIn = (window: Window): number[] =>
      startsOf(window, bucketMs).map((start) =>
        own
          .filter((row) => row.start >= start && row.start < start + bucketMs)
          .reduce((sum, { cost, tokens }) => sum + (isPriced ? cost : tokens), 0),
      );
    return {
      agent,
      services: [...new Set(own.flatMap(({ service }) => (service === '' ? [] : [service])))],
      normal: sideOf(own, before),
      abnormal: sideOf(own, abnormal),
      spent: { normal: spentIn(before), abnormal: spentIn(abnormal) },
      isPriced,
      starts: startsOf(abnormal, bucketMs),
    };
  });
}

function startsOf({ start, end }: Window, bucketMs: number): number[] {
  return Array.from(
    { length: Math.max(0, Math.ceil((end - start) / bucketMs)) },
    (_, index) => start + index * bucketMs,
  );
}

function sideOf(rows: readonly AgentBucket[], window: Window): AgentSide {
  const own = rows.filter(({ start }) => start >= window.start && start < window.end);
  const sum = (name: 'runs' | 'failed' | 'calls' | 'tokens' | 'cost'): number =>
    own.reduce((total, row) => total + row[name], 0);
  return {
    runs: sum('runs'),
    failed: sum('failed'),
    calls: sum('calls'),
    tokens: sum('tokens'),
    cost: sum('cost'),
    hours: (window.end - window.start) / MS_PER_HOUR,
    models: new Set(own.flatMap(({ models }) => models)),
  };
}
