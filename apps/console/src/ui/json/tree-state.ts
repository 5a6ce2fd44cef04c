import { reveal, showMore, toggle, toRows, type Row } from './flatten.js';
import { moveInTree } from './keys.js';

/** The visible lines of a value, and the index of the one that has the focus when the tree has it. */
export interface TreeState {
  readonly value: unknown;
  readonly rows: readonly Row[];
  readonly active: number;
}

export type TreeEvent =
  | { readonly kind: 'show'; readonly value: unknown }
  | { readonly kind: 'press'; readonly key: string }
  | { readonly kind: 'focus'; readonly row: Row }
  /** Opens or closes a line, or shows more. */
  | { readonly kind: 'act'; readonly row: Row }
  | { readonly kind: 'go'; readonly path: readonly (string | number)[] };

export function startTree(value: unknown): TreeState {
  return { value, rows: toRows(value), active: 0 };
}

/** The state after an event. Lines that it does not change stay the same objects, so that they are not rendered again. */
export function reduceTree(state: TreeState, event: TreeEvent): TreeState {
  const { value, rows, active } = state;
  switch (event.kind) {
    case 'show':
      return event.value === value ? state : startTree(event.value);
    case 'press': {
      const move = moveInTree(rows, active, event.key);
      if (move === undefined) return state;
      return move.acts ? act(state, active) : { value, rows, active: move.index };
    }
    case 'focus':
      return { value, rows, active: Math.max(rows.indexOf(event.row), 0) };
    case 'act':
      return act(state, Math.max(rows.indexOf(event.row), 0));
    case 'go': {
      const [opened, index] = reveal(rows, event.path);
      return index === -1 ? state : { value, rows: opened, active: index };
    }
  }
}

function act({ value, rows }: TreeState, index: number): TreeState {
  return { value, rows: rows[index]?.kind === 'more' ? showMore(rows, index) : toggle(rows, index), active: index };
}
