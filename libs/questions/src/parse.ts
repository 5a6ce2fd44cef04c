import type { CatalogIndex } from './catalog/catalog-index.js';
import { combineTimes } from './facts/combine-times.js';
import { areContradictory } from './facts/facts.js';
import { readJoins } from './facts/joins.js';
import { meaningOf } from './facts/meaning.js';
import { scanQuestion } from './facts/scan-question.js';
import { describe } from './query/describe.js';
import type { ParsedQuestion, RefusalReason, TypedQuery, Understood } from './query/typed-query.js';
import { readDrafts } from './readings/drafts.js';
import { suggest } from './suggestions.js';
import { WallClock } from './time/wall-clock.js';
import type { Item } from './words/item.js';
import { NEGATIONS } from './words/lexicon.js';
import type { Token } from './words/tokens.js';

/** Longer questions are refused, in UTF-16 code units. */
export const MAX_QUESTION = 500;
const MAX_CHOICES = 3;
const MARGIN = 0.1 + 1e-9;

export interface Asking {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** IANA time zone of the caller. */
  readonly zone: string;
  /** The services that a question is about if it names none; they need not be in the catalog. */
  readonly services?: readonly string[];
}

const REASONS: Readonly<Record<RefusalReason, string>> = {
  empty: 'The question has no words.',
  too_long: `A question can have ${MAX_QUESTION} characters.`,
  not_understood: 'Some words of the question were not understood, so nothing was run.',
  negation: 'The question excludes something in a way that is not supported, so nothing was run.',
  contradiction:
    'Parts of the question contradict each other, or its time is empty, in the future or longer than a year.',
  unsupported: 'The words were understood, but no read operation answers this question.',
  invalid_time_zone: 'The time zone is not an IANA time zone, such as Europe/Berlin.',
};

/**
 * Turns a question into a typed query by rules. Every word is consumed by a rule or reported; a question with a word that no rule consumed
 * is refused. Never throws, and reads no other names than those of the catalog.
 */
export function parseQuestion(
  question: string,
  index: CatalogIndex,
  { now, zone, services = [] }: Asking,
): ParsedQuestion {
  if (question.length > MAX_QUESTION) return refuse('too_long', index);
  const clock = toClock(zone);
  if (!clock) return refuse('invalid_time_zone', index);
  const { times, tokens, words, ...scanned } = scanQuestion(question, index, clock, now);
  if (tokens.length === 0) return refuse('empty', index);
  const items = withoutWeakWords([
    ...scanned.items,
    ...readJoins(scanned.items, words),
    ...impliedServices(scanned.items, services),
  ]);
  const understood = toUnderstood(scanned.items, tokens, question);
  const refused = (reason: RefusalReason) => refuse(reason, index, understood, scanned.unknown);
  if (scanned.unknown.length > 0)
    return refused(scanned.unknown.some(({ lower }) => NEGATIONS.has(lower)) ? 'negation' : 'not_understood');
  const windows = combineTimes(items, times, now, (ms) => clock.dateAt(ms));
  if (windows === 'contradiction' || areContradictory(items)) return refused('contradiction');
  const drafts = readDrafts({ items, windows: windows === 'none' ? [undefined] : windows, now, zone });
  const [best] = drafts;
  if (!best) return refused('unsupported');
  const near = drafts.filter(({ score }) => best.score - score <= MARGIN);
  const choices = near
    .slice(0, MAX_CHOICES)
    .map(({ score: _, ...query }) => ({ ...query, description: describe(query) }));
  const base = { understood, notUnderstood: [], suggestions: [] };
  const [query, ...others] = choices;
  const isUncertain = others.length > 0 || items.some((item) => item.isUncertain);
  if (!query || isUncertain) return { ...base, ...asAmbiguous(choices) };
  return { ...base, status: 'answered', query, choices: [], explanation: query.description };
}

const asAmbiguous = (choices: readonly TypedQuery[]) => ({
  status: 'ambiguous' as const,
  choices,
  explanation: 'The question can mean more than one query. None was run; choose one of them.',
});

function refuse(
  reason: RefusalReason,
  index: CatalogIndex,
  understood: readonly Understood[] = [],
  unknown: readonly Token[] = [],
): ParsedQuestion {
  return {
    status: 'refused',
    reason,
    choices: [],
    understood,
    notUnderstood: unknown.map(({ raw }) => raw),
    explanation: REASONS[reason],
    suggestions: suggest(index, unknown),
  };
}

/** The clock of a time zone; undefined if there is no such zone. */
export function toClock(zone: string): WallClock | undefined {
  try {
    return new WallClock(zone);
  } catch {
    return undefined;
  }
}

/** `top` adds nothing to an order or a figure. */
function withoutWeakWords(items: readonly Item[]): readonly Item[] {
  const isOrdered = items.some(({ kind, value }) =>
    kind === 'order' ? value !== 'recent' : kind === 'measure' || kind === 'figure' || kind === 'extreme',
  );
  return isOrdered ? items.filter(({ kind, value }) => kind !== 'vague' || value !== 'top') : items;
}

/** The services of the caller's page, where the question names none. */
function impliedServices(items: readonly Item[], services: readonly string[]): readonly Item[] {
  if (items.some(({ names = [] }) => names.some(({ kind }) => kind === 'service'))) return [];
  return services.map((name) => ({ kind: 'name', value: '', names: [{ kind: 'service', name }], first: 0, after: 0 }));
}

function toUnderstood(items: readonly Item[], tokens: readonly Token[], question: string): readonly Understood[] {
  return items.flatMap((item) => {
    const start = tokens[item.first]?.start ?? 0;
    const end = tokens[item.after - 1]?.end ?? start;
    if (item.kind === 'filler') return [];
    return [{ text: question.slice(start, end), start, end, meaning: meaningOf(item) }];
  });
}
