import type { ProductEvent } from '../../gen/api.js';

export interface CountedAccount {
  readonly type: string;
  readonly id: string;
  /** Number of events that name it. */
  readonly count: number;
}

/** The accounts that events name, those of the most events first. */
export function countAccounts(events: readonly Pick<ProductEvent, 'groups'>[]): readonly CountedAccount[] {
  const counts = new Map<string, { type: string; id: string; count: number }>();
  for (const { groups } of events) {
    for (const [type, id] of Object.entries(groups)) {
      const key = JSON.stringify([type, id]);
      const counted = counts.get(key) ?? { type, id, count: 0 };
      counted.count += 1;
      counts.set(key, counted);
    }
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}
