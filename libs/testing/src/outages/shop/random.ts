/** A source of numbers in [0, 1). */
export type Random = () => number;

export const between = (least: number, most: number, random: Random): number => least + (most - least) * random();

export function pick<Item>(items: readonly [Item, ...Item[]] | readonly Item[], random: Random): Item {
  const found = items[Math.floor(items.length * random())];
  if (found === undefined) throw new Error('there is nothing to pick from');
  return found;
}

/** Duration around a typical one: durations vary by factors, and one of a hundred is much longer. */
export function duration(typicalMs: number, random: Random): number {
  const normal = Array.from({ length: 6 }, random).reduce((sum, value) => sum + value, -3) / Math.SQRT1_2;
  return typicalMs * Math.exp(0.3 * normal) * (random() < 0.01 ? 4 : 1);
}

export function hex(digits: number, random: Random): string {
  return Array.from({ length: digits }, () => Math.floor(16 * random()).toString(16)).join('');
}
