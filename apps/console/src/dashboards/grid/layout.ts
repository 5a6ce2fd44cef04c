/** The place of a widget on the grid, in columns and rows counted from zero. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Placed extends Place {
  readonly id: string;
}

export const COLUMNS = 24;
const MAX_Y = 9999;
const MAX_HEIGHT = 100;
/** A narrower or lower widget has no room for its title. */
const LEAST = { w: 3, h: 2 };

/** The nearest place inside of the grid. */
export function clampPlace({ x, y, w, h }: Place): Place {
  const width = clamp(w, LEAST.w, COLUMNS);
  return {
    x: clamp(x, 0, COLUMNS - width),
    y: clamp(y, 0, MAX_Y),
    w: width,
    h: clamp(h, LEAST.h, MAX_HEIGHT),
  };
}

/**
 * Puts a widget in a place. Those that it would cover move down, by no more than they must, and so do those below them.
 *
 * @returns all widgets, in their order.
 */
export function putAt(items: readonly Placed[], id: string, place: Place): readonly Placed[] {
  return putAll(items, new Map([[id, { id, ...clampPlace(place) }]]));
}

/** Puts some widgets in places that do not overlap, and moves the others down where they must. */
export function putAll(items: readonly Placed[], fixed: ReadonlyMap<string, Placed>): readonly Placed[] {
  const placed = [...fixed.values()];
  for (const other of inReadingOrder(items.filter(({ id }) => !fixed.has(id)))) placed.push(moveDown(other, placed));
  const places = new Map(placed.map((item) => [item.id, item]));
  return items.map((item) => places.get(item.id) ?? item);
}

/** The first place of this size that is free, by rows. */
export function firstFree(items: readonly Place[], size: { readonly w: number; readonly h: number }): Place {
  const { w, h } = clampPlace({ x: 0, y: 0, ...size });
  for (let y = 0; ; y += 1) {
    for (let x = 0; x + w <= COLUMNS; x += 1) {
      const place = { x, y, w, h };
      if (!items.some((item) => overlap(item, place))) return place;
    }
  }
}

export function overlap(a: Place, b: Place): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** The widgets from top to bottom and from left to right, as they are read in one column. */
export function inReadingOrder<T extends Place>(items: readonly T[]): readonly T[] {
  return items.toSorted((a, b) => a.y - b.y || a.x - b.x);
}

/** The place in words, counted from one. */
export function describePlace({ x, y, w, h }: Place): string {
  return `column ${x + 1}, row ${y + 1}, ${w} wide, ${h} high`;
}

function moveDown(item: Placed, fixed: readonly Placed[]): Placed {
  let free = item;
  for (;;) {
    const blocking = fixed.find((other) => overlap(other, free));
    if (!blocking) return free;
    free = { ...free, y: blocking.y + blocking.h };
  }
}

function clamp(value: number, least: number, greatest: number): number {
  return Math.min(Math.max(Math.round(value), least), greatest);
}
