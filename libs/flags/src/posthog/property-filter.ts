import { COMPLEMENTS, isNegative, readNumber } from '@svc/property-filters';
import { isServerOnly } from '../compile.js';
import type { FlagCondition, Json } from '../definition/definition.js';

/** A condition as SDKs of PostHog evaluate it. */
export interface LocalFilter {
  readonly key: string;
  readonly type: 'person' | 'group';
  readonly operator: string;
  readonly value: Json;
}

type Test = Pick<LocalFilter, 'operator' | 'value'>;

/** Properties that SDKs set by themselves, which are not those of the person or group. */
const SET_BY_SDKS: ReadonlySet<string> = new Set(['distinct_id', '$group_key', '$device_id']);
/** Texts that SDKs, each in its language, make of values that have no text of their own. */
const WORDS = ['true', 'false', 'null', 'none', 'undefined', 'nan', 'infinity'];
const PRINTABLE = /^[ -~]+$/;
/** A longer pattern is evaluated by the service. */
const MAX_PATTERN_CHARACTERS = 1_000;
const INTEGER = '-?(0|[1-9][0-9]*)';
const FRACTION = '[.][0-9]+';
const EXPONENT = '[eE][-+]?[0-9]+';
/** The numbers of JSON without a repetition of a repetition, for which SDKs would ask the service. */
const NUMBERS = [INTEGER, INTEGER + FRACTION, INTEGER + EXPONENT, INTEGER + FRACTION + EXPONENT];
/** A property that is a number, or reads as one: SDKs compare other texts with numbers too, each in its own way. */
const IS_NUMBER: Test = { operator: 'regex', value: NUMBERS.map((form) => `^${form}$`).join('|') };

/**
 * The filters that together hold where the condition holds, for properties that are texts, numbers, booleans or null; undefined if
 * SDKs cannot evaluate it, or would evaluate it differently. They take no notice of case in `exact`, so a comparison that does becomes
 * a pattern.
 */
export function toLocalFilters(condition: FlagCondition): readonly LocalFilter[] | undefined {
  const { type, key } = condition;
  if ((type !== 'person' && type !== 'group') || isServerOnly(condition) || SET_BY_SDKS.has(key)) return undefined;
  return toTests(condition)?.map((test) => ({ key, type, ...test }));
}

function toTests({ operator, value, negate = false, case_insensitive: ignoresCase = false }: FlagCondition) {
  const isNot = isNegative(operator) !== negate;
  const positive = isNegative(operator) ? COMPLEMENTS[operator] : operator;
  switch (positive) {
    case 'is_set':
      return [{ operator: isNot ? 'is_not_set' : 'is_set', value: positive }];
    case 'eq':
      return typeof value === 'number' || typeof value === 'boolean'
        ? equalsScalar(value, isNot)
        : equalsOneOf([value], isNot, ignoresCase);
    case 'in':
      return Array.isArray(value) ? equalsOneOf(value as Json[], isNot, ignoresCase) : undefined;
    case 'icontains':
    case 'contains':
      return ignoresCase || positive === 'icontains'
        ? hasPart('icontains', value, isNot)
        : matches(value, (text) => text, isNot);
    case 'starts_with':
    case 'ends_with':
      if (ignoresCase) return hasPart(positive, value, isNot);
      return matches(value, (text) => (positive === 'starts_with' ? `^${text}` : `${text}$`), isNot);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return typeof value === 'number' && !isNot ? [IS_NUMBER, { operator: positive, value }] : undefined;
    case 'date_before':
    case 'date_after':
    case 'semver_eq':
    case 'semver_gt':
    case 'semver_gte':
    case 'semver_lt':
    case 'semver_lte':
    case 'regex':
    case 'in_cidr':
      // Their dates, versions and patterns differ from those here, and they have no networks.
      return undefined;
  }
}

/** SDKs take the text TRUE for true; everything else equals as it does here. */
function equalsScalar(value: number | boolean, isNot: boolean): readonly Test[] | undefined {
  if (typeof value === 'boolean') return [{ operator: isNot ? 'is_not' : 'exact', value: String(value) }];
  if (isNot) return undefined;
  return [IS_NUMBER, { operator: 'gte', value }, { operator: 'lte', value }];
}

function equalsOneOf(values: readonly (Json | undefined)[], isNot: boolean, ignoresCase: boolean) {
  const texts = values
    .filter(isPlainText)
    .filter((text) => !isWord(text) && (readNumber(text) === undefined || isOwnNumber(text)));
  if (texts.length < values.length || texts.length === 0) return undefined;
  if (ignoresCase) return [{ operator: isNot ? 'is_not' : 'exact', value: texts }];
  return toPattern(`^(${texts.map(escapePattern).join('|')})$`, isNot);
}

/** Whether a number has this text, so that the property 5 equals "5" here and as a text. */
function isOwnNumber(text: string): boolean {
  return String(readNumber(text)) === text;
}

function hasPart(operator: string, value: Json | undefined, isNot: boolean): readonly Test[] | undefined {
  return isPlainPart(value) ? [{ operator: isNot ? `not_${operator}` : operator, value }] : undefined;
}

function matches(value: Json | undefined, around: (text: string) => string, isNot: boolean) {
  return isPlainPart(value) ? toPattern(around(escapePattern(value)), isNot) : undefined;
}

function toPattern(value: string, isNot: boolean): readonly Test[] | undefined {
  return value.length <= MAX_PATTERN_CHARACTERS ? [{ operator: isNot ? 'not_regex' : 'regex', value }] : undefined;
}

/** Whether SDKs of all languages compare the text as it is done here, unless it is a word. */
function isPlainText(value: Json | undefined): value is string {
  return typeof value === 'string' && PRINTABLE.test(value);
}

/** Whether a text is also what an SDK makes of a value that is no text. */
function isWord(text: string): boolean {
  return WORDS.includes(text.toLowerCase());
}

/** Whether SDKs of all languages search for the text as it is done here. */
function isPlainPart(value: Json | undefined): value is string {
  return isPlainText(value) && !WORDS.some((word) => word.includes(value.toLowerCase()));
}

/** The text as a pattern of every common dialect. */
function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
}
