import { fields, type SearchableTable } from '@svc/reading/search-language';
import { SPAN_FIELDS } from '@svc/reading/signals';
import { select, sql, type Scope } from '@svc/reading/statement';
import { SPANS } from '@svc/tables';
import type { Question } from '../question.js';
import type { SourceShape, Sources } from './source.js';

/** The OpenTelemetry conventions for GenAI, which OpenLIT extends by the cost, and the conventions of OpenInference. */
const MODEL = sql`multiIf(attributes['gen_ai.request.model'] != '', attributes['gen_ai.request.model'],
  attributes['gen_ai.response.model'] != '', attributes['gen_ai.response.model'], attributes['llm.model_name'])`;
const COST = sql`greatest(toFloat64OrZero(attributes['gen_ai.usage.cost']), toFloat64OrZero(attributes['llm.cost.total']))`;
const TOKENS = sql`greatest(
  toFloat64OrZero(attributes['gen_ai.usage.input_tokens']) + toFloat64OrZero(attributes['gen_ai.usage.output_tokens']),
  toFloat64OrZero(attributes['llm.token_count.prompt']) + toFloat64OrZero(attributes['llm.token_count.completion']),
  toFloat64OrZero(attributes['llm.token_count.total']))`;

/** Reads names only, which are few; the values of other spans are not read at all. */
const NAMES_A_MODEL = sql`hasAny(attributes.keys, ['gen_ai.request.model', 'gen_ai.response.model', 'llm.model_name'])`;

/** Agents, tools and chains repeat the usage of the calls below them. */
const IS_CALL = sql`attributes['gen_ai.operation.name'] NOT IN ('invoke_agent', 'create_agent', 'invoke_workflow', 'execute_tool')
  AND attributes['openinference.span.kind'] IN ('', 'LLM', 'EMBEDDING', 'RERANKER')`;

const MODEL_FIELDS: SearchableTable = {
  ...SPAN_FIELDS,
  fields: new Map([
    ...SPAN_FIELDS.fields,
    ...fields(
      { names: ['model'], field: { type: 'keyword', column: MODEL } },
      // A cost of 0 is that of a model whose price the sender does not know.
      { names: ['unit'], field: { type: 'keyword', column: sql`if(${COST} > 0, 'usd', 'tokens')` } },
      {
        names: ['cost'],
        field: { type: 'number', column: sql`multiIf(${COST} > 0, ${COST}, ${TOKENS} > 0, ${TOKENS}, nan)` },
      },
    ),
  ]),
};

/** Calls of models, each with its cost: in US dollars if the sender knows them, otherwise in tokens. */
export function modelSources(_question: Question, scope: Scope): Sources {
  return {
    records: {
      table: MODEL_FIELDS,
      rows: sql`1`,
      weight: sql`adjusted_count`,
      errors: sql`if(status_code = 2, adjusted_count, 0.)`,
      time: sql`toUnixTimestamp64Nano(timestamp)`,
      select: (shape: SourceShape) =>
        select({ from: SPANS, scope, ...shape, where: [NAMES_A_MODEL, IS_CALL, ...shape.where] }),
    },
  };
}
