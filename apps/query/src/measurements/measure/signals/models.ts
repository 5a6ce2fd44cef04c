import { JUDGE_AGENT } from '@svc/gen-ai';
import { fields, type SearchableTable } from '@svc/reading/search-language';
import { select, selectFrom, sql, stringParam, type Scope, type Sql } from '@svc/reading/statement';
import { AGENT_STEPS } from '@svc/tables';
import type { Question } from '../question.js';
import type { SourceShape, Sources } from './source.js';

const keyword = (column: Sql) => ({ type: 'keyword' as const, column });

const CALL_FIELDS: SearchableTable = {
  words: (predicate) => predicate(sql`concat(model, ' ', error_type, ' ', error_message)`),
  fields: fields(
    { names: ['model'], field: keyword(sql`model`) },
    { names: ['provider'], field: keyword(sql`provider`) },
    { names: ['agent', 'agent_name'], field: keyword(sql`agent_name`) },
    { names: ['operation'], field: keyword(sql`operation`) },
    { names: ['environment', 'env'], field: keyword(sql`environment`) },
    { names: ['service', 'service_name', 'service.name'], field: keyword(sql`service_name`) },
    { names: ['status'], field: keyword(sql`if(is_error = 1, 'error', 'ok')`) },
    // Calls without a price are measured in tokens, because no cost is not a cost of zero.
    { names: ['unit'], field: keyword(sql`if(cost IS NULL, 'tokens', 'usd')`) },
    { names: ['cost'], field: { type: 'number', column: sql`ifNull(toFloat64(cost), nullIf(tokens, 0))` } },
  ),
};

const TOKENS = sql`toFloat64(arraySum(arrayMap((bucket, count) -> if(startsWith(bucket, 'input_') OR startsWith(bucket, 'output_'), count, 0),
    mapKeys(usage), mapValues(usage))))`;

/** Calls of models whose usage counts, each with its cost: in US dollars if it has a price, otherwise in tokens. */
export function modelSources(_question: Question, scope: Scope): Sources {
  const selectRows = (during: SourceShape['during']): Sql =>
    select({
      columns: sql`timestamp, toString(model) AS model, toString(provider) AS provider, toString(agent_name) AS agent_name,
  toString(operation) AS operation, toString(environment) AS environment, toString(service_name) AS service_name, is_error,
  toString(error_type) AS error_type, error_message, cost, ${TOKENS} AS tokens, CAST(map(), 'Map(String, String)') AS attributes,
  toUInt64(0) AS resource_hash`,
      from: AGENT_STEPS,
      final: true,
      scope,
      during,
      where: [
        sql`is_counted = 1`,
        sql`kind != 'tool'`,
        sql`model != ''`,
        sql`agent_name != ${stringParam(JUDGE_AGENT)}`,
      ],
    });
  return {
    records: {
      table: CALL_FIELDS,
      rows: sql`1`,
      weight: sql`1.`,
      errors: sql`toFloat64(is_error)`,
      time: sql`toUnixTimestamp64Nano(timestamp)`,
      select: ({ during, ...shape }) => selectFrom(selectRows(during), shape),
    },
  };
}
