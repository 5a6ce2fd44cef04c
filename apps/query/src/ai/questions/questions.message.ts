import type { MessageInitShape } from '@bufbuild/protobuf';
import type { JsonObject as StructInit } from '@bufbuild/protobuf';
import {
  operation as findOperation,
  type AiQueryResponseSchema,
  type AiTranslationSchema,
  type AiTypedQuerySchema,
} from '@svc/contract';
import { COST_DECIMALS, formatMoney } from '@svc/gen-ai';
import type { JsonObject, TypedQuery } from '@svc/questions';
import type { AnsweredQuestion } from './questions.service.js';
import { toCommand } from './run/command.js';
import { toRestCall } from './run/rest-call.js';
import type { Translation, TranslationOutcome } from './translation/translator.js';

export function toAnswer({
  parsed,
  reason,
  missingScopes,
  found,
  translation,
}: AnsweredQuestion): MessageInitShape<typeof AiQueryResponseSchema> {
  return {
    status: parsed.status,
    ...(parsed.query ? { query: toTypedQuery(parsed.query) } : {}),
    understood: parsed.understood.map((part) => ({ ...part })),
    notUnderstood: [...parsed.notUnderstood],
    choices: parsed.choices.map(toTypedQuery),
    suggestions: [...parsed.suggestions],
    ...(reason === undefined ? {} : { reason }),
    missingScopes: [...missingScopes],
    explanation: parsed.explanation,
    columns: [...(found?.columns ?? [])],
    rows: (found?.rows ?? []).map(toStruct),
    truncated: found?.isTruncated ?? false,
    ...(translation && { translation: toTranslation(translation) }),
  };
}

const OUTCOMES: Readonly<Record<TranslationOutcome, string>> = {
  used: 'A model reworded the question; check that the query is what was meant.',
  unusable: 'A model was asked to reword the question, and its answer could not be used.',
  failed: 'A model should have reworded the question, but it did not answer.',
  not_asked:
    'No model was asked to reword the question, because max_daily_cost allows no more calls today or the model has no price.',
};

function toTranslation({ model, outcome, rewrite, cost }: Translation): MessageInitShape<typeof AiTranslationSchema> {
  return {
    model,
    outcome,
    explanation: OUTCOMES[outcome],
    ...(rewrite && { question: rewrite.question }),
    ...(cost !== undefined && { cost: formatMoney(cost, COST_DECIMALS) }),
  };
}

function toTypedQuery({
  operation,
  parameters,
  view,
  description,
}: TypedQuery): MessageInitShape<typeof AiTypedQuerySchema> {
  const definition = findOperation(operation);
  const { method, path, body } = toRestCall(definition, parameters);
  const command = toCommand(operation, parameters);
  return {
    operation,
    parameters: toStruct(parameters),
    view,
    description,
    scope: definition.scope ?? '',
    request: { method, path, ...(body ? { body: toStruct(body) } : {}) },
    ...(command === undefined ? {} : { command }),
  };
}

/** The same object with the type that messages have for free JSON. */
const toStruct = (object: JsonObject): StructInit => object as StructInit;
