import type { Json, JsonObject } from '../../runtime/values/json.js';
import type { Colors, Paint } from './colors.js';
import type { Alignment } from './layout.js';

/** A column of a table. */
export interface Column {
  readonly title: string;
  /** Key of the value in a row, or a dotted path. */
  readonly field: string;
  readonly format?: (value: Json, row: JsonObject) => string;
  readonly paint?: (value: Json, colors: Colors) => Paint;
  readonly align?: Alignment;
  /** Whether the column has the main text, for which a narrow terminal leaves out the columns with a `dropOrder`. */
  readonly flexible?: boolean;
  /** Number of lines over which a text wraps before it is cut; one by default. */
  readonly lines?: number;
  /** Whether the column is never cut, such as an ID that commands take. Columns of numbers and times never are. */
  readonly whole?: boolean;
  /** Order in which columns are left out of a terminal that is too narrow, the lowest first. Others are only if they must be. */
  readonly dropOrder?: number;
  /** The column is shown only on terminals with this many columns or more. */
  readonly fromWidth?: number;
}

/** The target of a table. Without a `width`, nothing is cut. */
export interface Page {
  readonly width: number | undefined;
  readonly colors: Colors;
  /** Returns the ID of the active project, which a list of projects marks. */
  readonly activeProject?: () => string | undefined;
}

/** An ID that commands take. */
export const ID: Column = { title: 'ID', field: 'id', whole: true };
