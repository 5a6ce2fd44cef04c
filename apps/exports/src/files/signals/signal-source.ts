import type { Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import type { ExportDefinition } from '../../definition/export-definition.js';
import type { Stage } from '../chunks/stage.js';
import type { ExportColumn } from '../columns/export-column.js';
import type { AttributeSource } from '../columns/values.js';

/** The range of rows that an export reads, and its cutoff. */
export interface Extent {
  readonly scope: Scope;
  readonly definition: ExportDefinition;
  /** The part of the window that can be stored; for persons everything before the cutoff. */
  readonly window: TimeRange;
  readonly cutoffNs: bigint;
}

/** One of several tables, whose columns have the same names and kinds. */
export interface SourceStage extends Stage {
  /** All columns that can be requested. */
  readonly columns: readonly ExportColumn[];
  readonly attributes: AttributeSource;
}

/** The source of the rows and columns of a signal. */
export interface SignalSource {
  /** Columns without being asked for; the others only by name. */
  readonly defaultColumns: readonly string[];
  stages(extent: Extent): readonly SourceStage[];
}
