import type { NameKind } from '../catalog/catalog.js';
import type { Item } from '../words/item.js';

/** Names of which an operation takes several and returns what has one of them. */
const ALTERNATIVES: readonly NameKind[] = ['service', 'environment', 'event'];
/** Kinds of which a question has several only if it joins them. */
const JOINED: readonly Item['kind'][] = ['level', 'issueStatus'];

/**
 * Items for words that join others. `and` between two services is one, because it can mean both at once; so is `or` between things of which
 * no operation finds either, and a level or a status that follows another without `and` or `or`. A reader that does not take them refuses.
 */
export function readJoins(items: readonly Item[], words: readonly string[]): readonly Item[] {
  const meaningful = items.filter(({ kind }) => kind !== 'filler');
  return meaningful.flatMap((item, nth): readonly Item[] => {
    const next = meaningful[nth + 1];
    if (!next) return [];
    const between = words.slice(item.after, next.first);
    const place = { first: item.after, after: next.first };
    const isListed = item.kind === next.kind && JOINED.includes(item.kind);
    if (between.includes('or') && !isListed && !areAlternatives(item, next))
      return [{ kind: 'or', value: 'or', ...place }];
    const isBare = isListed && item.value !== next.value && !between.includes('and') && !between.includes('or');
    if (isBare) return [{ kind: 'or', value: 'none', ...place }];
    const areServices = isOf(item, 'service') && isOf(next, 'service');
    return between.includes('and') && areServices ? [{ kind: 'and', value: 'and', ...place }] : [];
  });
}

const isOf = ({ kind, names = [] }: Item, of: NameKind): boolean =>
  kind === 'name' && names.some((name) => name.kind === of);

const areAlternatives = (one: Item, other: Item): boolean =>
  ALTERNATIVES.some((kind) => isOf(one, kind) && isOf(other, kind));
