import type { JsonValue } from '@svc/redaction';
import { arrayOf, isObject, numberOf, objectOf } from '../events/event.js';

export interface OrderedAdd {
  readonly add: JsonValue;
  /** Whether its parent is only added by itself, so that what it is below is not known. */
  readonly isDetached: boolean;
}

/** The added nodes of a mutation, each after the one that brings its parent: recorders send them in any order. */
export function addOrder(adds: readonly JsonValue[]): OrderedAdd[] {
  const bringer = new Map<number, number>();
  adds.forEach((add, nth) => {
    for (const id of idsIn(add)) bringer.set(id, nth);
  });
  const waiting = new Map<number, number[]>();
  const left: number[] = [];
  adds.forEach((add, nth) => {
    const parent = bringer.get(numberOf(add, 'parentId') ?? -1);
    if (parent === undefined) left.push(nth);
    else if (!waiting.get(parent)?.push(nth)) waiting.set(parent, [nth]);
  });
  left.reverse();
  const ordered = new Set<number>();
  for (let nth = left.pop(); nth !== undefined; nth = left.pop()) {
    ordered.add(nth);
    for (const next of (waiting.get(nth) ?? []).toReversed()) left.push(next);
  }
  const detached = adds.map((_, nth) => nth).filter((nth) => !ordered.has(nth));
  return [
    ...[...ordered].map((nth) => ({ add: adds[nth] ?? null, isDetached: false })),
    ...detached.map((nth) => ({ add: adds[nth] ?? null, isDetached: true })),
  ];
}

function* idsIn(add: JsonValue): Generator<number> {
  const left: JsonValue[] = [objectOf(add, 'node') ?? null];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (!isObject(node)) continue;
    const { id } = node;
    if (typeof id === 'number') yield id;
    for (const child of arrayOf(node, 'childNodes')) left.push(child);
  }
}
