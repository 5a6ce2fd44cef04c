import { FixedColumn, StringColumn, buildTable, NameColumn } from '@svc/otlp/native';
import { IDENTITY_LINKS } from '@svc/tables';
import type { CapturedEvent } from '../captured-event.js';
import { LongColumn } from './columns.js';

/** Links between distinct IDs, from every identify and every other event with an anonymous ID. */
export class LinkTable {
  private readonly projectNumber = new FixedColumn('UInt32');
  private readonly anonDistinctId = new StringColumn();
  private readonly distinctId = new StringColumn();
  private readonly timestamp = new LongColumn('DateTime64(9)');
  private readonly messageId = new StringColumn();
  private readonly event = new NameColumn();
  private readonly ingestedAt = new LongColumn('DateTime64(3)');
  readonly table = buildTable(IDENTITY_LINKS, {
    project_number: this.projectNumber,
    anon_distinct_id: this.anonDistinctId,
    distinct_id: this.distinctId,
    timestamp: this.timestamp,
    message_id: this.messageId,
    event: this.event,
    ingested_at: this.ingestedAt,
  });

  append(event: CapturedEvent, projectNumber: number, receivedAtMs: number): void {
    this.projectNumber.uint32(projectNumber);
    this.anonDistinctId.appendOwn(event.anonDistinctId);
    this.distinctId.appendOwn(event.distinctId);
    this.timestamp.appendLong(event.timestampNs);
    this.messageId.appendOwn(event.messageId);
    this.event.appendName(event.event);
    this.ingestedAt.appendLong(BigInt(receivedAtMs));
  }
}
