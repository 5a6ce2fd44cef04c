import type { LogMark, Segment } from '../model/marks.js';
import type { WaterfallState } from '../state/waterfall-state.js';
import type { Colors } from './colors.js';
import type { Size } from './geometry.js';

export interface Marks {
  readonly critical: ReadonlyMap<number, readonly Segment[]>;
  readonly logs: ReadonlyMap<number, readonly LogMark[]>;
}

/** Everything that one frame shows. */
export interface Scene {
  readonly state: WaterfallState;
  readonly marks: Marks;
  readonly colors: Colors;
  readonly bars: Size;
  readonly minimap: Size;
  /** Pixels that the rows are scrolled by. */
  readonly scrollTop: number;
  /** Height of the part of the pane that shows rows. */
  readonly rowsHeight: number;
  /** The row below the pointer; -1 if there is none. */
  readonly hoverRow: number;
  /** The node whose details are open; -1 if none are. */
  readonly open: number;
  /** The range that is dragged at this moment, in nanoseconds. */
  readonly drag: readonly [number, number] | undefined;
}
