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
  private readonly used = new Map<string, Usage>();
  readonly table = buildTable(USAGE_HOURS, {
    project_number: this.projectNumber,
    hour: this.hour,
    signal: this.signal,
    outcome: this.outcome,
    items: this.items,
    requests: this.requests,
    bytes: this.bytes,
  });

  count({ projectNumber, receivedAtMs, bytes, rejected }: CaptureEnvelope, accepted: number): void {
    const place = `${projectNumber}/${Math.floor(receivedAtMs / HOUR_MS)}`;
    this.#add(`${place}/stored`, accepted, 1, bytes);
    for (const [code, count] of Object.entries(rejected)) this.#add(`${place}/${code}`, count, 0, 0);
  }

  complete(): void {
    for (const [place, { items, requests, bytes }] of this.used) {
      const [projectNumber, hour, outcome = ''] = place.split('/');
      this.projectNumber.uint32(Number(projectNumber));
      this.hour.uint32((Number(hour) * HOUR_MS) / 1000);
      this.signal.appendName('events');
      this.outcome.appendName(outcome);
      this.items.appendLong(BigInt(items));
      this.requests.appendLong(BigInt(requests));
      this.bytes.appendLong(BigInt(bytes));
    }
    this.forget();
  }

  /** Forgets counts that have not been written as rows. */
  forget(): void {
    this.used.clear();
  }

  #add(place: string, items: number, requests: number, bytes: number): void {
    const usage = this.used.get(place) ?? { items: 0, requests: 0, bytes: 0 };
    usage.items += items;
    usage.requests += requests;
    usage.bytes += bytes;
    this.used.set(place, usage);
  }
}
