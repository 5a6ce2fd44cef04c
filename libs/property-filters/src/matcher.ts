import { inNetworks, MAX_ADDRESSES } from './networks.js';
import { compilePattern } from './pattern.js';
import { readNumber, type Json, type MatcherQuestion, type PropertyTest } from './question.js';
import { compareVersions, parseVersion } from './versions.js';

/** Whether a property's value passes a test; undefined represents a missing property. */
export type Matcher = (candidate: Json | undefined, nowMs: number) => boolean;

export interface MatcherOptions {
  readonly caseInsensitive?: boolean | undefined;
  /** Nanoseconds since 1970 of a property's value; undefined if it is not a time. */
  readonly readInstant: (candidate: Json) => bigint | undefined;
}

type Answer = (candidate: Json, nowMs: number) => boolean;

/** Prepares a test for many evaluations. The semantics are those of `PropertyTest`. */
export function compileMatcher(test: PropertyTest<MatcherQuestion>, options: MatcherOptions): Matcher {
  const { question, isNegated } = test;
  if (question.kind === 'set') return (candidate) => (candidate !== undefined) !== isNegated;
  const answer = ofAnyItem(compileQuestion(question, options), question);
  return (candidate, nowMs) => (candidate !== undefined && answer(candidate, nowMs)) !== isNegated;
}

function ofAnyItem(answer: Answer, { kind }: MatcherQuestion): Answer {
  return (candidate, nowMs) => {
    if (!Array.isArray(candidate)) return answer(candidate, nowMs);
    // A list can equal a list that the question contains as a whole.
    if (kind === 'equals' && answer(candidate, nowMs)) return true;
    const items = kind === 'in_cidr' ? candidate.slice(0, MAX_ADDRESSES) : candidate;
    return (items as Json[]).some((item) => !Array.isArray(item) && answer(item, nowMs));
  };
}

function compileQuestion(question: Exclude<MatcherQuestion, { kind: 'set' }>, options: MatcherOptions): Answer {
  const { caseInsensitive = false, readInstant } = options;
  const fold = (text: string): string => (caseInsensitive || question.kind === 'icontains' ? text.toLowerCase() : text);
  switch (question.kind) {
    case 'equals':
      return equals(question.values, fold);
    case 'contains':
    case 'icontains':
      return textual(fold(question.text), fold, (text, sought) => text.includes(sought));
    case 'starts_with':
      return textual(fold(question.text), fold, (text, sought) => text.startsWith(sought));
    case 'ends_with':
      return textual(fold(question.text), fold, (text, sought) => text.endsWith(sought));
    case 'regex':
      return matchesPattern(question.text, caseInsensitive);
    case 'gt':
      return ordered(question.bound, fold, (order) => order > 0);
    case 'gte':
      return ordered(question.bound, fold, (order) => order >= 0);
    case 'lt':
      return ordered(question.bound, fold, (order) => order < 0);
    case 'lte':
      return ordered(question.bound, fold, (order) => order <= 0);
    case 'date_before':
      return dated(question, readInstant, (instant, bound) => instant < bound);
    case 'date_after':
      return dated(question, readInstant, (instant, bound) => instant > bound);
    case 'semver_eq':
      return versioned(question.version, (order) => order === 0);
    case 'semver_gt':
      return versioned(question.version, (order) => order > 0);
    case 'semver_gte':
      return versioned(question.version, (order) => order >= 0);
    case 'semver_lt':
      return versioned(question.version, (order) => order < 0);
    case 'semver_lte':
      return versioned(question.version, (order) => order <= 0);
    case 'in_cidr':
      return inNetworks(question.networks);
  }
}

function equals(values: readonly Json[], fold: (text: string) => string): Answer {
  const hasNull = values.includes(null);
  const texts = new Set(values.filter((value) => value !== null).map((value) => fold(toText(value))));
  const numbers = new Set(values.filter((value) => typeof value === 'number'));
  const readings = new Set(values.map(toNumber));
  return (candidate) => {
    if (candidate === null) return hasNull;
    if (texts.has(fold(toText(candidate)))) return true;
    const number = toNumber(candidate);
    return number !== undefined && (typeof candidate === 'number' ? readings : numbers).has(number);
  };
}

function textual(
  sought: string,
  fold: (text: string) => string,
  holds: (text: string, sought: string) => boolean,
): Answer {
  return (candidate) => candidate !== null && holds(fold(toText(candidate)), sought);
}

function matchesPattern(pattern: string, caseInsensitive: boolean): Answer {
  // Compiled when it is needed, because a project may have thousands of patterns that few requests reach.
  return (candidate) =>
    candidate !== null && (compilePattern(pattern, caseInsensitive)?.test(toText(candidate)) ?? false);
}

function ordered(bound: string | number, fold: (text: string) => string, holds: (order: number) => boolean): Answer {
  const number = toNumber(bound);
  const text = fold(String(bound));
  return (candidate) => {
    if (candidate === null) return false;
    if (number === undefined)
      return typeof candidate !== 'number' && holds(compareBytes(fold(toText(candidate)), text));
    const other = readNumber(toText(candidate));
    return other !== undefined && holds(other - number);
  };
}

function dated(
  question: { readonly instant: bigint } | { readonly age: bigint },
  readInstant: MatcherOptions['readInstant'],
  holds: (instant: bigint, bound: bigint) => boolean,
): Answer {
  return (candidate, nowMs) => {
    const instant = readInstant(candidate);
    const bound = 'instant' in question ? question.instant : BigInt(Math.trunc(nowMs)) * 1_000_000n - question.age;
    return instant !== undefined && holds(instant, bound);
  };
}

function versioned(version: string, holds: (order: number) => boolean): Answer {
  const bound = parseVersion(version);
  return (candidate) => {
    const found = parseVersion(toText(candidate));
    return bound !== undefined && found !== undefined && holds(compareVersions(found, bound));
  };
}

/** Compares by UTF-8 bytes, as the column store does. Only surrogates make this differ from the order of code units. */
function compareBytes(a: string, b: string): number {
  if (/[\ud800-\udfff]/.test(a + b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

function toNumber(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? readNumber(value) : undefined;
}

/** A value as a string for string comparison: `5` becomes "5" and `true` becomes "true". */
function toText(value: Json): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? toCanonicalJson(value) : String(value);
}

/** JSON with sorted keys, so that equal objects have equal strings. */
function toCanonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as Json[]).map(toCanonicalJson).join(',')}]`;
  const members = Object.entries(value as Record<string, Json>).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${toCanonicalJson(item)}`).join(',')}}`;
}
