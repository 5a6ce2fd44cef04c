import { SPANS } from '@svc/tables';
import { AttributesColumn, type AttributesApart } from '../../attributes/attributes-column.js';
import { ArrayColumn } from '../../native/array-column.js';
import { buildTable, type TableBuilder } from '../../native/block.js';
import { FixedColumn } from '../../native/fixed-column.js';
import { LowCardinalityColumn } from '../../native/low-cardinality-column.js';
import { StringColumn } from '../../native/string-column.js';
import { ORIGIN, OriginColumns, OwnerColumns, VisitorColumns } from '../encoder/row-columns.js';

/** The columns of `spans`. */
export class SpanTable {
  readonly owner = new OwnerColumns();
  readonly origin = new OriginColumns(ORIGIN);
  readonly visitor = new VisitorColumns();
  readonly timestamp = new FixedColumn('DateTime64(9)');
  readonly duration = new FixedColumn('UInt64');
  readonly traceId = new FixedColumn('FixedString(16)');
  readonly spanId = new FixedColumn('FixedString(8)');
  readonly parentSpanId = new FixedColumn('FixedString(8)');
  readonly traceState = new StringColumn();
  readonly name = new LowCardinalityColumn();
  readonly kind = new FixedColumn('UInt8');
  readonly statusCode = new FixedColumn('UInt8');
  readonly statusMessage = new StringColumn();
  readonly attributes: AttributesColumn;
  readonly eventTimestamp = new ArrayColumn(new FixedColumn('DateTime64(9)'));
  readonly eventName = new ArrayColumn(new LowCardinalityColumn());
  readonly eventAttributes: ArrayColumn<AttributesColumn>;
  readonly eventAttributeTypes: ArrayColumn<AttributesColumn['types']>;
  readonly linkTraceId = new ArrayColumn(new FixedColumn('FixedString(16)'));
  readonly linkSpanId = new ArrayColumn(new FixedColumn('FixedString(8)'));
  readonly linkTraceState = new ArrayColumn(new StringColumn());
  readonly linkAttributes = new ArrayColumn(new AttributesColumn());
  readonly linkAttributeTypes = new ArrayColumn(this.linkAttributes.inner.types);
  readonly droppedCounts = new StringColumn();
  readonly isAi = new FixedColumn('UInt8');
  readonly table: TableBuilder;

  /** @param content takes the prompts and answers of spans and of their events. */
  constructor(content: AttributesApart) {
    this.attributes = new AttributesColumn(content);
    this.eventAttributes = new ArrayColumn(new AttributesColumn(content));
    this.eventAttributeTypes = new ArrayColumn(this.eventAttributes.inner.types);
    this.table = buildTable(SPANS, {
      ...this.owner.columns,
      timestamp: this.timestamp,
      duration_ns: this.duration,
      trace_id: this.traceId,
      span_id: this.spanId,
      parent_span_id: this.parentSpanId,
      trace_state: this.traceState,
      name: this.name,
      kind: this.kind,
      status_code: this.statusCode,
      status_message: this.statusMessage,
      ...this.origin.columns,
      ...this.visitor.columns,
      attributes: this.attributes,
      attribute_types: this.attributes.types,
      'events.timestamp': this.eventTimestamp,
      'events.name': this.eventName,
      'events.attributes': this.eventAttributes,
      'events.attribute_types': this.eventAttributeTypes,
      'links.trace_id': this.linkTraceId,
      'links.span_id': this.linkSpanId,
      'links.trace_state': this.linkTraceState,
      'links.attributes': this.linkAttributes,
      'links.attribute_types': this.linkAttributeTypes,
      dropped_counts: this.droppedCounts,
      is_ai: this.isAi,
    });
  }

  /** The number of complete rows; the columns of owner and origin are added for each request and scope. */
  get rows(): number {
    return this.timestamp.rows;
  }
}
