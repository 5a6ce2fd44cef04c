import { JUDGE_AGENT } from '@svc/gen-ai';
import { MAX_AGENTS } from '@svc/investigations';
import {
  finite,
  oneOf,
  select,
  sql,
  stringParam,
  stringParams,
  typed,
  uint32,
  type RowsOf,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { AGENT_RUNS } from '@svc/tables';
import { ERROR_STATUSES } from '../../../ai/index.js';

export interface AgentSelection {
  readonly scope: Scope;
  readonly range: TimeRange;
  readonly environments: readonly string[];
  /** Whole seconds. */
  readonly bucketSeconds: number;
  readonly limit: number;
}

/** Models that are listed of a bucket. */
const MAX_MODELS = 20;
/** Tokens of all calls; the buckets of the usage do not overlap. */
const TOKENS = sql`arraySum(mapValues(mapFilter((bucket, tokens) -> startsWith(bucket, 'input_') OR startsWith(bucket, 'output_'), usage)))`;
/** Runs of the service's own judge are no agent of the project. */
const IS_OWN = sql`agent_name != '' AND agent_name != ${stringParam(JUDGE_AGENT)}`;

/** The agents that cost most, and then those with most tokens. */
function selectLargest({ scope, range, environments }: AgentSelection): Sql {
  return select({
    columns: sql`agent_name`,
    from: AGENT_RUNS,
    final: true,
    scope,
    during: range,
    where: [oneOf(sql`environment`, environments), IS_OWN],
    groupBy: sql`agent_name`,
    orderBy: sql`ifNull(sum(cost), 0) DESC, sum(${TOKENS}) DESC, agent_name`,
    limit: MAX_AGENTS,
  });
}

export type AgentBucketRow = RowsOf<typeof selectAgentRuns>;

/** Runs of agents by service and by the bucket in which they began. */
export function selectAgentRuns(selection: AgentSelection) {
  const { scope, range, environments, bucketSeconds, limit } = selection;
  const width = uint32(bucketSeconds);
  return select({
    columns: {
      agent: typed('String', sql`agent_name`),
      service: typed('String', sql`service_name`),
      // The start of the bucket in seconds.
      bucket: typed('UInt64', sql`intDiv(toUnixTimestamp(timestamp), ${width}) * ${width}`),
      runs: typed('UInt64', sql`count()`),
      failed: typed('UInt64', sql`countIf(has(${stringParams([...ERROR_STATUSES])}, toString(status)))`),
      calls: typed('UInt64', sql`sum(llm_calls)`),
      tokens: typed('UInt64', sql`sum(${TOKENS})`),
      // US dollars of the calls with a price.
      spent: finite(sql`toFloat64(ifNull(sum(cost), 0))`),
      called: typed(
        'Array(String)',
        sql`arraySort(groupUniqArrayArray(${uint32(MAX_MODELS)})(arrayMap(m -> toString(m), models)))`,
      ),
    },
    from: AGENT_RUNS,
    final: true,
    scope,
    during: range,
    where: [oneOf(sql`environment`, environments), IS_OWN, sql`agent_name IN (${selectLargest(selection)})`],
    groupBy: sql`agent, service, bucket`,
    orderBy: sql`agent, service, bucket`,
    limit,
  });
}
