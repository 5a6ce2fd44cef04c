import { JUDGE_AGENT } from '@svc/gen-ai';
import { fields, type SearchableTable } from '@svc/reading/search-language';
import {
  int64,
  nanoTimestamp,
  select,
  selectFrom,
  sql,
  stringParam,
  type Scope,
  type Sql,
} from '@svc/reading/statement';
import { NANOSECONDS_PER_DAY, NANOSECONDS_PER_MINUTE } from '@svc/reading/time';
import { AGENT_RUNS } from '@svc/tables';
import type { Question } from '../question.js';
import type { SourceShape, Sources } from './source.js';

/** Runs that took longer are not measured, so that the runs of a window are found by their beginning. */
const LONGEST = NANOSECONDS_PER_DAY;

/**
 * The status of a run whose end is missing is concluded this long after its last span (the rules `idle` and `root_missing` of the
 * assembly), and the run counts at that time: a rule has measured the window of its last span by then.
 */
const CONCLUDED = sql`multiIf(is_inferred = 0, 0, status_reason = 'idle', ${int64(60n * NANOSECONDS_PER_MINUTE)}, ${int64(15n * NANOSECONDS_PER_MINUTE)})`;
const ENDED = sql`toUnixTimestamp64Nano(timestamp) + toInt64(duration_ns) + ${CONCLUDED}`;

const tokens = (prefix: Sql): Sql =>
  sql`arraySum(arrayMap((bucket, count) -> if(startsWith(bucket, ${prefix}), count, 0), mapKeys(usage), mapValues(usage)))`;
const INPUT_TOKENS = tokens(sql`'input_'`);
const OUTPUT_TOKENS = tokens(sql`'output_'`);

const keyword = (column: Sql) => ({ type: 'keyword' as const, column });
const number = (column: Sql) => ({ type: 'number' as const, column });

/** The fields of runs. A run with several models or providers has the first of them by name. */
const RUN_FIELDS: SearchableTable = {
  words: (predicate) => predicate(sql`concat(agent_name, ' ', error_type, ' ', error_message)`),
  fields: fields(
    { names: ['agent', 'agent_name'], field: keyword(sql`agent_name`) },
    { names: ['status'], field: keyword(sql`status`) },
    { names: ['environment', 'env'], field: keyword(sql`environment`) },
    { names: ['service', 'service_name', 'service.name'], field: keyword(sql`service_name`) },
    { names: ['release'], field: keyword(sql`release`) },
    { names: ['model'], field: keyword(sql`model`) },
    { names: ['provider'], field: keyword(sql`provider`) },
    { names: ['distinct_id'], field: keyword(sql`distinct_id`) },
    { names: ['session_id'], field: keyword(sql`session_id`) },
    { names: ['conversation_id'], field: keyword(sql`conversation_id`) },
    { names: ['error_type'], field: keyword(sql`error_type`) },
    // Absent for a run of which nothing has a price, so that it is not taken for free.
    { names: ['cost'], field: number(sql`toFloat64(cost)`) },
    { names: ['tokens'], field: number(sql`tokens`) },
    { names: ['input_tokens'], field: number(sql`input_tokens`) },
    { names: ['output_tokens'], field: number(sql`output_tokens`) },
    { names: ['duration_ms'], field: number(sql`duration_ns / 1e6`) },
    { names: ['step_count'], field: number(sql`steps`) },
    { names: ['llm_calls'], field: number(sql`llm_calls`) },
    { names: ['tool_calls'], field: number(sql`tool_calls`) },
    { names: ['tool_errors'], field: number(sql`tool_errors`) },
    { names: ['unpriced_calls'], field: number(sql`unpriced_calls`) },
  ),
};

/** Runs of agents at the time at which they ended. Those that failed, timed out or reached a limit of their steps are errors. */
export function agentRunSources(_question: Question, scope: Scope): Sources {
  const selectRows = ({ from, to }: SourceShape['during']): Sql =>
    select({
      columns: sql`timestamp, fromUnixTimestamp64Nano(${ENDED}) AS ended, toString(agent_name) AS agent_name, toString(status) AS status,
  toString(environment) AS environment, toString(service_name) AS service_name, toString(release) AS release, toString(models[1]) AS model,
  toString(providers[1]) AS provider, distinct_id, session_id, conversation_id, toString(error_type) AS error_type, error_message, cost,
  ${INPUT_TOKENS} AS input_tokens, ${OUTPUT_TOKENS} AS output_tokens, input_tokens + output_tokens AS tokens, duration_ns, steps, llm_calls,
  tool_calls, tool_errors, unpriced_calls, CAST(map(), 'Map(String, String)') AS attributes, toUInt64(0) AS resource_hash`,
      from: AGENT_RUNS,
      final: true,
      scope,
      during: { from: from - LONGEST, to },
      where: [
        sql`status != 'running'`,
        sql`agent_name != ${stringParam(JUDGE_AGENT)}`,
        sql`ended >= ${nanoTimestamp(from)}`,
        sql`ended < ${nanoTimestamp(to)}`,
      ],
    });
  return {
    records: {
      table: RUN_FIELDS,
      rows: sql`1`,
      weight: sql`1.`,
      errors: sql`if(status IN ('failed', 'timed_out', 'max_steps'), 1., 0.)`,
      time: sql`toUnixTimestamp64Nano(ended)`,
      select: ({ during, ...shape }) => selectFrom(selectRows(during), shape),
    },
  };
}
