/** A connection between two nodes, by their indexes. */
export type Link = readonly [from: number, to: number];

/** The links of each node in one direction. */
export function toNeighbors(
  count: number,
  links: readonly Link[],
  direction: 'in' | 'out',
): readonly (readonly number[])[] {
  const neighbors: number[][] = Array.from({ length: count }, () => []);
  for (const [from, to] of links) {
    if (direction === 'out') neighbors[from]?.push(to);
    else neighbors[to]?.push(from);
  }
  return neighbors;
}
