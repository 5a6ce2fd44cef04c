import { parseInstant, type JsonValue } from '@svc/contract';
import { numberOf, type PropertyQuestion, type PropertyTest, type Scalar } from './index.js';
import { toNanoseconds } from '@svc/reading/time';

/**
 * What a property test means, written a second time: over values in memory. `undefined` is a property that is missing.
 * Patterns must mean the same to RE2 and to JavaScript.
 */
export function passes(value: JsonValue | undefined, { question, isNegated }: PropertyTest): boolean {
  return isMet(value, question) !== isNegated;
}

function isMet(value: JsonValue | undefined, question: PropertyQuestion): boolean {
  if (!Array.isArray(value) || question.kind === 'set') return answer(value, question);
  return value.some((item) => !Array.isArray(item) && answer(item, question));
}

function answer(value: JsonValue | undefined, question: PropertyQuestion): boolean {
  if (value === undefined) return false;
  const text = value === null ? undefined : typeof value === 'string' ? value : JSON.stringify(value);
  switch (question.kind) {
    case 'set':
      return true;
    case 'equals':
      return question.values.some((sought) => isEqual(value, sought));
    case 'contains':
      return text?.includes(question.text) === true;
    case 'icontains':
      return text?.toLowerCase().includes(question.text.toLowerCase()) === true;
    case 'starts_with':
      return text?.startsWith(question.text) === true;
    case 'ends_with':
      return text?.endsWith(question.text) === true;
    case 'regex':
      return text !== undefined && new RegExp(question.text, 's').test(text);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return text !== undefined && isOrdered(question.kind, order(text, question.bound));
    case 'date_before':
    case 'date_after': {
      const instant = typeof value === 'string' ? parseInstant(value) : undefined;
      if (!instant) return false;
      const at = toNanoseconds(instant);
      return question.kind === 'date_before' ? at < question.instant : at > question.instant;
    }
  }
}

function isEqual(value: JsonValue, sought: Scalar): boolean {
  if (value === null || sought === null) return value === sought;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (typeof value === 'number' || typeof sought === 'number') {
    const [one, other] = [numberOf(text), numberOf(String(sought))];
    if (one !== undefined && other !== undefined) return one === other;
    if (typeof sought === 'number') return false;
  }
  return text === String(sought);
}

/** Undefined where the two have no order. */
function order(text: string, bound: string | number): number | undefined {
  const [one, other] = [numberOf(text), typeof bound === 'number' ? bound : numberOf(bound)];
  if (one !== undefined && other !== undefined) return Math.sign(one - other);
  return typeof bound === 'number' ? undefined : Buffer.compare(Buffer.from(text), Buffer.from(bound));
}

function isOrdered(kind: 'gt' | 'gte' | 'lt' | 'lte', sign: number | undefined): boolean {
  if (sign === undefined) return false;
  if (sign === 0) return kind === 'gte' || kind === 'lte';
  return sign > 0 ? kind.startsWith('gt') : kind.startsWith('lt');
}
