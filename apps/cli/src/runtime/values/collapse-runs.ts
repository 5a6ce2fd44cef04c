/** An item, or the first of a run of empty ones with the number of those that follow it. */
export interface Collapsed<Item> {
  readonly item: Item;
  readonly more: number;
}

/** Joins runs of empty items, so that long lists show what is not empty. */
export function collapseRuns<Item>(items: readonly Item[], isEmpty: (item: Item) => boolean): Collapsed<Item>[] {
  const collapsed: Collapsed<Item>[] = [];
  let isRun = false;
  for (const item of items) {
    const last = collapsed.at(-1);
    if (isRun && last && isEmpty(item)) collapsed.splice(-1, 1, { ...last, more: last.more + 1 });
    else collapsed.push({ item, more: 0 });
    isRun = isEmpty(item);
  }
  return collapsed;
}
