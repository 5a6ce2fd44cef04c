import type { Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import type { ExportDefinition } from '../../definition/export-definition.js';
import type { ExportColumn } from '../columns/export-column.js';
import type { AttributeSource } from '../columns/values.js';
import type { Stage } from '../chunks/stage.js';

/** What an export reads, and until when. */
export interface Extent {
  readonly scope: Scope;
  readonly definition: ExportDefinition;
  /** What can be stored of the window; of persons everything before the cutoff. */
  readonly window: TimeRange;
  readonly cutoffNs: bigint;
}

/** One of several tables, whose columns have the same names and kinds. */
export interface SourceStage extends Stage {
  /** All columns that can be asked for. */
  readonly columns: readonly ExportColumn[];
  readonly attributes: AttributeSource;
}

/** How a signal is exported. */
export interface SignalSource {
  /** Columns without being asked for; the others only by name. */
  readonly defaultColumns: readonly string[];
  stages(extent: Extent): readonly SourceStage[];
}
