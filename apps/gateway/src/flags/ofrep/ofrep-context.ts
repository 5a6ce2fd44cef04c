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
 * Translates an OpenFeature context to a decide request, and validates it as one: `targetingKey`, `$groups` and `$send_exposure` are
 * fields of the request, everything else is a property of the person.
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
