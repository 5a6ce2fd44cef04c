/** A place in a chart that keys move, and the other end of the range that is selected with them. */
export interface Cursor {
  readonly at: number;
  readonly anchor: number;
}

const PAGE = 10;

/** The pressed key, as events of browsers describe it. */
export interface PressedKey {
  readonly key: string;
  readonly shiftKey: boolean;
}

/**
 * Returns the cursor after a key; the given one if the key does not move it, and undefined if none is left.
 *
 * @param count of places, the last of which is where the cursor begins.
 */
export function moveCursor(
  cursor: Cursor | undefined,
  { key, shiftKey }: PressedKey,
  count: number,
): Cursor | undefined {
  if (key === 'Escape' || count === 0) return undefined;
  const from = cursor?.at ?? count;
  const to = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    PageUp: from - PAGE,
    PageDown: from + PAGE,
    Home: 0,
    End: count - 1,
  }[key];
  if (to === undefined) return cursor;
  const at = Math.min(Math.max(to, 0), count - 1);
  return { at, anchor: shiftKey ? Math.min(cursor?.anchor ?? at, count - 1) : at };
}

/** First and last place of what is selected. */
export function selectedBy({ at, anchor }: Cursor): readonly [first: number, last: number] {
  return at < anchor ? [at, anchor] : [anchor, at];
}
