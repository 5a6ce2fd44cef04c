import type { CatalogIndex } from './catalog/catalog-index.js';
import { scanQuestion } from './facts/scan-question.js';
import { parseQuestion, toClock, type Asking } from './parse.js';
import type { ParsedQuestion } from './query/typed-query.js';
import type { Item, ItemKind } from './words/item.js';
import { TIME_WORDS } from './words/lexicon.js';

/** What rules understood for certain. A rewrite keeps it; other words can mean something else beside words that were not understood. */
const KEPT: ReadonlySet<ItemKind> = new Set([
  'agg',
  'attribute',
  'clock',
  'excluded',
  'excludedLevel',
  'excludedText',
  'figure',
  'group',
  'interval',
  'level',
  'limit',
  'longerThan',
  'measure',
  'modelGroup',
  'name',
  'operation',
  'person',
  'text',
  'traceId',
  'window',
]);
const TIMES: ReadonlySet<ItemKind> = new Set(['clock', 'window']);

/** Words of times that no rule reads. */
const OTHER_TIMES: ReadonlySet<string> = new Set(
  'am pm noon midnight overnight weekend weekday fortnight quarter season spring summer autumn fall winter decade second seconds'.split(
    ' ',
  ),
);
const isOfTime = (word: string): boolean => TIME_WORDS.has(word) || OTHER_TIMES.has(word);

/** Whether another wording can help: the question was refused only because of words that no rule consumed, and none is of a time. */
export function isRewritable({ reason, notUnderstood }: Pick<ParsedQuestion, 'reason' | 'notUnderstood'>): boolean {
  return reason === 'not_understood' && !notUnderstood.some((word) => isOfTime(word.toLowerCase()));
}

/**
 * Parses a question that someone, such as a model, has put into words of the grammar.
 *
 * @returns undefined unless the rewrite has exactly one reading, keeps what was understood of the question, and has no time that the
 * question does not have.
 */
export function parseRewrite(
  question: string,
  rewrite: string,
  index: CatalogIndex,
  asking: Asking,
): ParsedQuestion | undefined {
  const parsed = parseQuestion(rewrite, index, asking);
  const clock = toClock(asking.zone);
  if (parsed.status !== 'answered' || !clock) return undefined;
  const [asked, found] = [question, rewrite].map((text) => scanQuestion(text, index, clock, asking.now).items);
  const before = keysOf(asked, KEPT);
  const after = keysOf(found, KEPT);
  const times = keysOf(asked, TIMES);
  if (![...before].every((key) => after.has(key))) return undefined;
  return [...keysOf(found, TIMES)].every((key) => times.has(key)) ? parsed : undefined;
}

/** The meanings of the items of some kinds, wherever they are in the question. */
function keysOf(items: readonly Item[] = [], kinds: ReadonlySet<ItemKind>): ReadonlySet<string> {
  return new Set(
    items.flatMap(({ kind, value, names = [], windows = [] }) =>
      kinds.has(kind) ? [JSON.stringify([kind, value, names.map((one) => [one.kind, one.name]), windows])] : [],
    ),
  );
}
