import type { MessageInitShape } from '@bufbuild/protobuf';
import type { JsonObject as StructInit } from '@bufbuild/protobuf';
import { operation as findOperation, type AiQueryResponseSchema, type AiTypedQuerySchema } from '@svc/contract';
import type { JsonObject, TypedQuery } from '@svc/questions';
import type { AnsweredQuestion } from './questions.service.js';
import { toCommand } from './run/command.js';
import { toRestCall } from './run/rest-call.js';

export function toAnswer({
  parsed,
  reason,
  missingScopes,
  found,
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
