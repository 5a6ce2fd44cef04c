import { METRIC_LIMITED_POINTS } from '@svc/tables';
import { buildTable } from '../../native/block.js';
import { FixedColumn } from '../../native/fixed-column.js';
import { LowCardinalityColumn } from '../../native/low-cardinality-column.js';
import { appendNumber, summed } from '../../usage/usage-table.js';

interface Limited {
  readonly projectNumber: number;
  readonly metricName: string;
  /** Day of receipt, since the epoch. */
  readonly day: number;
  points: number;
}

/** Points that were not stored because their metric had too many new series, by metric and day. */
export class LimitedPointsTable {
  private readonly projectNumber = new FixedColumn('UInt32');
  private readonly metricName = new LowCardinalityColumn();
  private readonly day = new FixedColumn('Date');
  private readonly points = summed();
  readonly table = buildTable(METRIC_LIMITED_POINTS, {
    project_number: this.projectNumber,
    metric_name: this.metricName,
    day: this.day,
    points: this.points,
  });
  /** The metrics of the current request, in order. */
  private readonly ofRequest: Limited[] = [];

  requestStart(): void {
    this.ofRequest.length = 0;
  }

  /** Adds a metric of the current request, whose points the caller counts. */
  metric(projectNumber: number, metricName: string, day: number): { points: number } {
    const limited = { projectNumber, metricName, day, points: 0 };
    this.ofRequest.push(limited);
    return limited;
  }

  requestEnd(): void {
    for (const { projectNumber, metricName, day, points } of this.ofRequest) {
      this.projectNumber.uint32(projectNumber);
      this.metricName.appendOwn(metricName);
      this.day.fill(day, 0, 1);
      appendNumber(this.points, points);
    }
  }
}
