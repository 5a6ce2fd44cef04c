import { NODE, type Point } from '../layout/lay-out.js';

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Weight of a step to the side, compared with a step in the direction of the key. */
const ASIDE = 2;

/** The index of the node that an arrow key leads to; undefined if the key is no arrow or nothing is there. */
export function nextNode(corners: readonly Point[], from: number, key: string): number | undefined {
  const direction = DIRECTIONS[key];
  const start = corners[from];
  if (!direction || !start) return undefined;
  let [best, least] = [undefined as number | undefined, Infinity];
  corners.forEach(({ x, y }, nth) => {
    const [dx, dy] = [(x - start.x) / (NODE.width + NODE.gapX), (y - start.y) / (NODE.height + NODE.gapY)];
    const ahead = dx * direction.x + dy * direction.y;
    const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
    // Nodes in the other columns are reached by the keys to the sides.
    if (ahead <= 0 || (direction.x === 0 && aside > 0)) return;
    const distance = ahead + ASIDE * (direction.x === 0 ? aside : aside / 4);
    if (distance < least) [best, least] = [nth, distance];
  });
  return best;
}

/** The order in which the keyboard reaches nodes: column by column, each from top to bottom. */
export function readingOrder(corners: readonly Point[]): readonly number[] {
  return corners
    .map((_, nth) => nth)
    .toSorted((a, b) => {
      const [first, second] = [corners[a], corners[b]];
      return first && second ? first.x - second.x || first.y - second.y : 0;
    });
}
