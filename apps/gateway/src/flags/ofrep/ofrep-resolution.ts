import type { JsonObject, JsonValue } from '@svc/contract';
import type { CompiledFlag, Evaluation, FlagDefinition, Json } from '@svc/flags';
import type { Caller } from '../caller.js';

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
 * An evaluation as the protocol has it. Each answer has a value and a variant, without which some providers report an error:
 *
 * - A boolean flag is true with the variant `on`, or false with the variant `off`.
 * - A multivariate flag is the payload of its variant, or the variant's key where it has none. Off and without a default variant, it is
 *   its variant `off` if it has one, and otherwise the empty value of the type of its first variant: false, 0, "", [] or {}.
 */
export function resolution(
  { definition }: CompiledFlag,
  evaluation: Evaluation | undefined,
  { isPublishable }: Pick<Caller, 'isPublishable'>,
): JsonObject {
  const { key, version } = definition;
  if (!evaluation) return failure(key, 'GENERAL');
  const answer = { key, ...valueAndVariant(definition, evaluation) };
  if (isPublishable) return { ...answer, reason: 'UNKNOWN' };
  const { reason } = evaluation;
  return { ...answer, reason: toProtocolReason(evaluation), metadata: { version, reason } };
}

function valueAndVariant({ type, variants }: FlagDefinition, { enabled, variant, payload }: Evaluation) {
  if (type === 'boolean') return { value: enabled, variant: enabled ? ON : OFF };
  if (variant !== null) return { value: (payload ?? variant) as JsonValue, variant };
  const off = variants.find(({ key }) => key === OFF);
  if (off) return { value: (off.payload ?? OFF) as JsonValue, variant: OFF };
  const [first] = variants;
  return { value: emptyValue(first?.payload ?? first?.key ?? null), variant: OFF };
}

const ON = 'on';
const OFF = 'off';

/** Zero as `0.0`: to the Python provider, `0` is not a valid value of a flag with fractions. */
const FRACTION = (JSON as unknown as { rawJSON(text: string): JsonValue }).rawJSON('0.0');

function emptyValue(example: Json): JsonValue {
  if (typeof example === 'boolean') return false;
  if (typeof example === 'number') return Number.isInteger(example) ? 0 : FRACTION;
  if (typeof example === 'string') return '';
  return Array.isArray(example) ? [] : {};
}

/** Never DISABLED: the Go provider then returns the default of the caller, which may be on. */
function toProtocolReason({ reason, isSplit }: Evaluation): string {
  if (reason === 'disabled') return 'STATIC';
  if (reason !== 'condition_match') return 'DEFAULT';
  return isSplit ? 'SPLIT' : 'TARGETING_MATCH';
}
