import { REASONS, type CompiledFlag, type Evaluation, type Explanation, type ReasonCode } from '@svc/flags';
import type { JsonBytes } from './json-bytes.js';

const CODES = Object.keys(REASONS) as ReasonCode[];
const NUMBERS = new Map(CODES.map((code, index) => [code, index]));
const CLOSE = 0x7d;
const COMMA = 0x2c;

/** The display of the hash: hidden, by its digits, or 1, the only value with a digit before its point. */
type HashShown = 0 | 1 | 2;
const HASH_TEXT = ['', ',"hash":0.', ',"hash":1'] as const;

/** Levels of detail of a reason. Descriptions, a third of the bytes, are only part of explanations. */
const DETAILS = ['none', 'reason', 'described'] as const;
type Detail = (typeof DETAILS)[number];

/**
 * Writes the answers of one flag. The common parts of answers are kept as bytes by variant and reason: an answer is
 * assembled more often than a flag changes.
 */
export class DecisionWriter {
  readonly #heads = new Map<string | null, (Uint8Array | undefined)[]>();

  constructor(readonly flag: CompiledFlag) {}

  /** Writes `"key":{...},`, one member of the answer's flags. */
  write(json: JsonBytes, evaluation: Evaluation, withReason: boolean, explanation?: Explanation): void {
    const { variant, reason, conditionIndex = -1, hash } = evaluation;
    let heads = this.#heads.get(variant);
    if (!heads) this.#heads.set(variant, (heads = []));
    const shown: HashShown = !withReason || hash === undefined ? 0 : hash < 1 ? 1 : 2;
    const outcome = (conditionIndex + 1) * CODES.length + (NUMBERS.get(reason) ?? 0);
    const detail: Detail = !withReason ? 'none' : explanation ? 'described' : 'reason';
    const place = (outcome * DETAILS.length + DETAILS.indexOf(detail)) * HASH_TEXT.length + shown;
    json.bytes((heads[place] ??= Buffer.from(head(this.flag, evaluation, detail) + HASH_TEXT[shown])));
    if (shown === 1) json.millionths(hash ?? 0);
    if (explanation) json.text(`,"explanation":${JSON.stringify(explanation)}`);
    json.byte(CLOSE);
    json.byte(COMMA);
  }
}

/** Everything that does not depend on the evaluation context. */
function head({ definition }: CompiledFlag, evaluation: Evaluation, detail: Detail): string {
  const { enabled, variant, payload, reason, conditionIndex } = evaluation;
  const index = conditionIndex !== undefined && { condition_index: conditionIndex };
  const description = detail === 'described' && { description: REASONS[reason] };
  const decision = {
    enabled,
    variant,
    payload,
    ...(detail !== 'none' && { reason: { code: reason, ...index, ...description } }),
    version: definition.version,
  };
  return `${JSON.stringify(definition.key)}:${JSON.stringify(decision).slice(0, -1)}`;
}
