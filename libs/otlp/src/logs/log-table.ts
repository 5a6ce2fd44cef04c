import { AttributesColumn } from '../attributes/attributes-column.js';
import { OriginColumns, OwnerColumns, VisitorColumns } from '../encoder/row-columns.js';
import { TableBuilder } from '../native/block.js';
import { FixedColumn } from '../native/fixed-column.js';
import { LowCardinalityColumn } from '../native/low-cardinality-column.js';
import { StringColumn } from '../native/string-column.js';

/** The columns of `logs`. */
export class LogTable {
  readonly owner = new OwnerColumns();
  readonly origin = new OriginColumns();
  readonly visitor = new VisitorColumns();
  readonly timestamp = new FixedColumn('DateTime64(9)', 8);
  readonly observedTimestamp = new FixedColumn('DateTime64(9)', 8);
  readonly logId = new FixedColumn('FixedString(16)', 16);
  readonly severityNumber = new FixedColumn('UInt8', 1);
  readonly severityText = new LowCardinalityColumn();
  readonly body = new StringColumn();
  readonly eventName = new LowCardinalityColumn();
  readonly traceId = new FixedColumn('FixedString(16)', 16);
  readonly spanId = new FixedColumn('FixedString(8)', 8);
  readonly attributes = new AttributesColumn();
  readonly table = new TableBuilder('logs', [
    ...this.owner.columns,
    ['timestamp', this.timestamp],
    ['observed_timestamp', this.observedTimestamp],
    ['log_id', this.logId],
    ['severity_number', this.severityNumber],
    ['severity_text', this.severityText],
    ['body', this.body],
    ['event_name', this.eventName],
    ['trace_id', this.traceId],
    ['span_id', this.spanId],
    ...this.origin.columns,
    ...this.visitor.columns,
    ['attributes', this.attributes],
  ]);

  /** Complete rows; the owner's and origin's columns follow by scope and by request. */
  get rows(): number {
    return this.timestamp.rows;
  }
}
