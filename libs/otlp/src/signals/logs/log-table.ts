import { LOGS } from '@svc/tables';
import { AttributesColumn } from '../../attributes/attributes-column.js';
import { buildTable } from '../../native/block.js';
import { FixedColumn } from '../../native/fixed-column.js';
import { LowCardinalityColumn } from '../../native/low-cardinality-column.js';
import { StringColumn } from '../../native/string-column.js';
import { ORIGIN, OriginColumns, OwnerColumns, VisitorColumns } from '../encoder/row-columns.js';

/** Columns of a log record that come from its resource. */
export const LOG_ORIGIN = ORIGIN;

/** The columns of `logs`. */
export class LogTable {
  readonly owner = new OwnerColumns();
  readonly origin = new OriginColumns(LOG_ORIGIN);
  readonly visitor = new VisitorColumns();
  readonly timestamp = new FixedColumn('DateTime64(9)');
  readonly observedTimestamp = new FixedColumn('DateTime64(9)');
  readonly recordId = new FixedColumn('FixedString(8)');
  readonly severityNumber = new FixedColumn('UInt8');
  readonly severityText = new LowCardinalityColumn();
  readonly body = new StringColumn();
  readonly eventName = new LowCardinalityColumn();
  readonly traceId = new FixedColumn('FixedString(16)');
  readonly spanId = new FixedColumn('FixedString(8)');
  readonly attributes = new AttributesColumn();
  readonly droppedAttributes = new FixedColumn('UInt32');
  readonly table = buildTable(LOGS, {
    ...this.owner.columns,
    timestamp: this.timestamp,
    observed_timestamp: this.observedTimestamp,
    record_id: this.recordId,
    severity_number: this.severityNumber,
    severity_text: this.severityText,
    body: this.body,
    event_name: this.eventName,
    trace_id: this.traceId,
    span_id: this.spanId,
    ...this.origin.columns,
    ...this.visitor.columns,
    attributes: this.attributes,
    attribute_types: this.attributes.types,
    dropped_attributes_count: this.droppedAttributes,
  });

  /** The number of complete rows; the columns of owner and origin are added for each request and scope. */
  get rows(): number {
    return this.timestamp.rows;
  }
}
