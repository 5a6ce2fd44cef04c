import {
  decodeJson,
  FlagsDecideRequestSchema,
  isJsonObject,
  validate,
  type FlagsDecideRequest,
  type JsonValue,
} from '@svc/contract';

export class InvalidContext extends Error {
  constructor(readonly code: 'TARGETING_KEY_MISSING' | 'INVALID_CONTEXT') {
    super(code);
  }
}

/**
 * A context as the request for decisions that says the same, held to the same rules: `targetingKey`, `$groups` and `$send_exposure`,
 * and everything else properties of the person.
 *
 * @throws InvalidContext
 */
export function readContext(context: unknown): FlagsDecideRequest {
  if (!isJsonObject(context)) throw new InvalidContext('INVALID_CONTEXT');
  const { targetingKey, $groups = null, $send_exposure = null, ...properties } = context as Record<string, JsonValue>;
  if (targetingKey === undefined || targetingKey === null || targetingKey === '')
    throw new InvalidContext('TARGETING_KEY_MISSING');
  const { message, violations } = decodeJson(FlagsDecideRequestSchema, {
    distinct_id: targetingKey,
    groups: $groups,
    send_exposure: $send_exposure,
    person_properties: properties,
  });
  if (violations.length > 0 || validate(FlagsDecideRequestSchema, message).length > 0)
    throw new InvalidContext('INVALID_CONTEXT');
  return message;
}
