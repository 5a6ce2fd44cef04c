import type { CatalogIndex } from './catalog/catalog-index.js';
import { scanQuestion } from './facts/scan-question.js';
import { parseQuestion, toClock, type Asking } from './parse.js';
import type { ParsedQuestion } from './query/typed-query.js';
import type { Item, ItemKind } from './words/item.js';
import { TIME_WORDS } from './words/lexicon.js';

/** The items that rules understand for certain. A rewrite keeps them; other words can mean something else beside unknown words. */
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
/** The items that a rewrite may have only if the question has them. */
const UNADDED: ReadonlySet<ItemKind> = new Set(['clock', 'window']);
/** Values that are in no catalog. A rewrite adds them only if they are in quotation marks in the question. */
const FREE: ReadonlySet<ItemKind> = new Set(['attribute', 'excludedText', 'operation', 'person', 'text', 'traceId']);

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
 * @returns undefined unless the rewrite has exactly one reading, keeps what was understood of the question, has no time that the question
 * does not have, no value of its own, and a meaning for the words that were not understood: it must not only leave them out.
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
  const [asked, found] = [question, rewrite].map((text) => scanQuestion(text, index, clock, asking.now));
  const before = new Set(asked?.items.map(keyOf));
  const after = new Set(found?.items.map(keyOf));
  const quoted = new Set(asked?.tokens.filter(({ kind }) => kind === 'quoted').map(({ raw }) => raw));
  const isKept = asked?.items.every((item) => !KEPT.has(item.kind) || after.has(keyOf(item)));
  const isOwn = (item: Item): boolean =>
    !before.has(keyOf(item)) && (UNADDED.has(item.kind) || (FREE.has(item.kind) && !quoted.has(item.value)));
  const isAdded = found?.items.some((item) => item.kind !== 'filler' && !before.has(keyOf(item)));
  return isKept && isAdded && !found?.items.some(isOwn) ? parsed : undefined;
}

/** The meaning of an item, wherever it is in the question. */
const keyOf = ({ kind, value, names = [], windows = [] }: Item): string =>
  JSON.stringify([kind, value, names.map((one) => [one.kind, one.name]), windows]);
