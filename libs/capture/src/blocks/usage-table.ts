import { FixedColumn, buildTable, NameColumn } from '@svc/otlp/native';
import { USAGE_HOURS } from '@svc/tables';
import type { CaptureEnvelope } from '../record-headers.js';
import { LongColumn } from './columns.js';

const HOUR_MS = 3_600_000;
const total = () => new LongColumn('SimpleAggregateFunction(sum, UInt64)');

interface Usage {
  items: number;
  requests: number;
  bytes: number;
  /** Milliseconds since the epoch. */
  firstReceivedMs: number;
  lastReceivedMs: number;
}

/** Usage by capture requests: their events by outcome, which is `stored` or the code of the rejection. */
export class CaptureUsageTable {
  private readonly projectNumber = new FixedColumn('UInt32');
  private readonly hour = new FixedColumn('DateTime');
  private readonly signal = new NameColumn();
  private readonly outcome = new NameColumn();
  private readonly items = total();
  private readonly requests = total();
  private readonly bytes = total();
  private readonly firstReceived = new FixedColumn(USAGE_HOURS.columns.first_received.type);
  private readonly lastReceived = new FixedColumn(USAGE_HOURS.columns.last_received.type);
  private readonly used = new Map<string, Usage>();
  readonly table = buildTable(USAGE_HOURS, {
    project_number: this.projectNumber,
    hour: this.hour,
    signal: this.signal,
    outcome: this.outcome,
    items: this.items,
    requests: this.requests,
    bytes: this.bytes,
    first_received: this.firstReceived,
    last_received: this.lastReceived,
  });

  count({ projectNumber, receivedAtMs, bytes, rejected }: CaptureEnvelope, accepted: number): void {
    const place = `${projectNumber}/${Math.floor(receivedAtMs / HOUR_MS)}`;
    this.#add(`${place}/stored`, receivedAtMs, { items: accepted, requests: 1, bytes });
    for (const [code, items] of Object.entries(rejected))
      this.#add(`${place}/${code}`, receivedAtMs, { items, requests: 0, bytes: 0 });
  }

  complete(): void {
    for (const [place, { items, requests, bytes, firstReceivedMs, lastReceivedMs }] of this.used) {
      const [projectNumber, hour, outcome = ''] = place.split('/');
      this.projectNumber.uint32(Number(projectNumber));
      this.hour.uint32((Number(hour) * HOUR_MS) / 1000);
      this.signal.appendName('events');
      this.outcome.appendName(outcome);
      this.items.appendLong(BigInt(items));
      this.requests.appendLong(BigInt(requests));
      this.bytes.appendLong(BigInt(bytes));
      this.firstReceived.uint32(Math.floor(firstReceivedMs / 1000));
      this.lastReceived.uint32(Math.floor(lastReceivedMs / 1000));
    }
    this.forget();
  }

  /** Forgets counts that have not been written as rows. */
  forget(): void {
    this.used.clear();
  }

  #add(place: string, receivedMs: number, counted: Pick<Usage, 'items' | 'requests' | 'bytes'>): void {
    const usage = this.used.get(place);
    if (!usage) {
      this.used.set(place, { ...counted, firstReceivedMs: receivedMs, lastReceivedMs: receivedMs });
      return;
    }
    usage.items += counted.items;
    usage.requests += counted.requests;
    usage.bytes += counted.bytes;
    usage.firstReceivedMs = Math.min(usage.firstReceivedMs, receivedMs);
    usage.lastReceivedMs = Math.max(usage.lastReceivedMs, receivedMs);
  }
}
