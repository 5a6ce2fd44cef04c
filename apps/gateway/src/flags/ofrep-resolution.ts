import type { JsonObject, JsonValue } from '@svc/contract';
import type { CompiledFlag, Evaluation } from '@svc/flags';

export type OfrepErrorCode = 'PARSE_ERROR' | 'TARGETING_KEY_MISSING' | 'INVALID_CONTEXT' | 'FLAG_NOT_FOUND' | 'GENERAL';

const DETAILS: Readonly<Record<OfrepErrorCode, string>> = {
  PARSE_ERROR: 'The body is not a JSON object.',
  TARGETING_KEY_MISSING: 'The context has no targetingKey.',
  INVALID_CONTEXT:
    'context must be an object, targetingKey a text of at most 200 bytes without control characters, $groups an object of at most 50 ' +
    'texts of at most 200 bytes, $send_exposure a boolean, and nothing may nest deeper than 32 levels.',
  FLAG_NOT_FOUND: 'The project has no such flag.',
  GENERAL: 'What the flag depends on cannot be read at the moment.',
};

export function failure(key: string | undefined, code: OfrepErrorCode): JsonObject {
  return { ...(key !== undefined && { key }), errorCode: code, errorDetails: DETAILS[code] };
}

/**
 * An evaluation as the protocol has it. A boolean flag is true or false; a multivariate one is the payload of its variant, or the
 * variant's key where it has none. Off and without a default variant it has no value, which leaves the choice to the caller's code.
 */
export function resolution({ definition }: CompiledFlag, evaluation: Evaluation | undefined): JsonObject {
  const { key, type, version } = definition;
  if (!evaluation) return failure(key, 'GENERAL');
  const { enabled, variant, payload, reason } = evaluation;
  const value = type === 'boolean' ? enabled : variant === null ? undefined : (payload ?? variant);
  return {
    key,
    ...(value !== undefined && { value: value as JsonValue }),
    reason: reasonOf(evaluation),
    ...(variant !== null && { variant }),
    metadata: { version, reason },
  };
}

function reasonOf({ reason, isSplit }: Evaluation): string {
  if (reason === 'disabled') return 'DISABLED';
  if (reason !== 'condition_match') return 'DEFAULT';
  return isSplit ? 'SPLIT' : 'TARGETING_MATCH';
}
