import { FixedColumn, StringColumn, buildTable, NameColumn } from '@svc/otlp/native';
import { EVENTS } from '@svc/tables';
import type { CapturedEvent } from '../captured-event.js';
import type { CaptureEnvelope } from '../record-headers.js';
import { GroupsColumn, LongColumn } from './columns.js';

export class EventTable {
  private readonly projectNumber = new FixedColumn('UInt32');
  private readonly retentionDays = new FixedColumn('UInt16');
  private readonly timestamp = new LongColumn('DateTime64(9)');
  private readonly ingestedAt = new LongColumn('DateTime64(3)');
  private readonly event = new NameColumn();
  private readonly distinctId = new StringColumn();
  private readonly messageId = new StringColumn();
  private readonly sessionId = new StringColumn();
  private readonly traceId = new FixedColumn('FixedString(16)');
  private readonly environment = new NameColumn();
  private readonly serviceName = new NameColumn();
  private readonly release = new NameColumn();
  private readonly groups = new GroupsColumn();
  private readonly properties = new StringColumn();
  readonly table = buildTable(EVENTS, {
    project_number: this.projectNumber,
    retention_days: this.retentionDays,
    timestamp: this.timestamp,
    ingested_at: this.ingestedAt,
    event: this.event,
    distinct_id: this.distinctId,
    message_id: this.messageId,
    session_id: this.sessionId,
    trace_id: this.traceId,
    environment: this.environment,
    service_name: this.serviceName,
    release: this.release,
    groups: this.groups,
    properties: this.properties,
  });

  append(event: CapturedEvent, { projectNumber, retentionDays, receivedAtMs }: CaptureEnvelope): void {
    this.projectNumber.fill(projectNumber, 0, 1);
    this.retentionDays.fill(retentionDays, 0, 1);
    this.timestamp.appendLong(event.timestampNs);
    this.ingestedAt.appendLong(BigInt(receivedAtMs));
    this.event.appendName(event.event);
    this.distinctId.appendOwn(event.distinctId);
    this.messageId.appendOwn(event.messageId);
    this.sessionId.appendOwn(event.sessionId);
    if (event.traceId === '') this.traceId.zero();
    else this.traceId.copy(Buffer.from(event.traceId, 'hex'), 0, 16);
    this.environment.appendName(event.environment);
    this.serviceName.appendName(event.serviceName);
    this.release.appendName(event.release);
    this.groups.appendGroups(event.groups);
    this.properties.appendOwn(event.properties);
  }
}
