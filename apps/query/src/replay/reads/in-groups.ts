/** Objects that are read or deleted at the same time. */
const PARALLEL = 16;

/** The results of work on objects in the order of the items, some of which are worked on at the same time. */
export async function inGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += PARALLEL)
    results.push(...(await Promise.all(items.slice(at, at + PARALLEL).map((item) => work(item)))));
  return results;
}
