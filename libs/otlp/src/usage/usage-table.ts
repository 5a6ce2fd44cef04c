import { USAGE_HOURS } from '@svc/tables';
import { buildTable } from '../native/block.js';
import { FixedColumn } from '../native/fixed-column.js';
import { LowCardinalityColumn } from '../native/low-cardinality-column.js';
import { REASON_NAMES, REJECT } from '../rules.js';
import type { RequestContext, Signal } from '../signal.js';

/** Numbers that the store adds when it merges rows with the same key. */
export const summed = () => new FixedColumn('SimpleAggregateFunction(sum, UInt64)');

const HOUR_SECONDS = 3600;

/** The outcome of stored items; the other outcomes are the reasons of rejections. */
const STORED = 'stored';

/** Names, types and dictionaries, and the widest row. */
const BLOCK_BYTES = 1024;
const ROW_BYTES = 48;

interface Usage {
  readonly projectNumber: number;
  /** Start of the hour of receipt, in seconds since the epoch. */
  readonly hour: number;
  requests: number;
  bytes: number;
  /** Number of items by result. */
  readonly items: Float64Array;
  /** Seconds since the epoch in which the first and the last request with the result were received. */
  readonly first: Float64Array;
  readonly last: Float64Array;
}

/**
 * Usage by the requests of a block, by project, hour of receipt and outcome. It depends on the logged
 * requests only, and its rows are stored under the token of the other rows of the block, so a replay counts nothing twice.
 */
export class UsageTable {
  /** Items of the current request by result. */
  readonly verdicts = new Float64Array(REASON_NAMES.length);
  private readonly projectNumber = new FixedColumn('UInt32');
  private readonly hour = new FixedColumn('DateTime');
  private readonly signal = new LowCardinalityColumn();
  private readonly outcome = new LowCardinalityColumn();
  private readonly items = summed();
  private readonly requests = summed();
  private readonly bytes = summed();
  private readonly firstReceived = new FixedColumn(USAGE_HOURS.columns.first_received.type);
  private readonly lastReceived = new FixedColumn(USAGE_HOURS.columns.last_received.type);
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
  private readonly used = new Map<string, Usage>();

  constructor(private readonly name: Signal) {}

  /** Estimated size of the block, never too low. */
  get byteLength(): number {
    return this.used.size === 0 ? 0 : BLOCK_BYTES + this.used.size * REASON_NAMES.length * ROW_BYTES;
  }

  requestStart(): void {
    this.verdicts.fill(0);
  }

  /** Adds the current request. Call it after all steps that can fail. */
  requestEnd({ projectNumber }: RequestContext, receivedSeconds: number, bytes: number): void {
    const hour = receivedSeconds - (receivedSeconds % HOUR_SECONDS);
    const key = `${projectNumber}/${hour}`;
    let usage = this.used.get(key);
    if (!usage) {
      usage = createUsage(projectNumber, hour);
      this.used.set(key, usage);
    }
    usage.requests++;
    usage.bytes += bytes;
    for (const [verdict, count] of this.verdicts.entries()) {
      if (count === 0 && verdict !== REJECT.none) continue;
      usage.items[verdict] += count;
      usage.first[verdict] = Math.min(usage.first[verdict], receivedSeconds);
      usage.last[verdict] = Math.max(usage.last[verdict], receivedSeconds);
    }
  }

  /** Writes the rows. */
  complete(): void {
    this.table.reset();
    for (const usage of this.used.values()) {
      for (const [verdict, count] of usage.items.entries()) {
        if (verdict === REJECT.none) this.#append(usage, verdict, STORED, usage.requests, usage.bytes);
        else if (verdict !== REJECT.noRecordedValue && count > 0)
          this.#append(usage, verdict, REASON_NAMES[verdict], 0, 0);
      }
    }
  }

  reset(): void {
    this.used.clear();
    this.table.reset();
  }

  #append(usage: Usage, verdict: number, outcome: string, requests: number, bytes: number): void {
    this.projectNumber.uint32(usage.projectNumber);
    this.hour.uint32(usage.hour);
    this.signal.appendOwn(this.name);
    this.outcome.appendOwn(outcome);
    appendNumber(this.items, usage.items[verdict]);
    appendNumber(this.requests, requests);
    appendNumber(this.bytes, bytes);
    this.firstReceived.uint32(usage.first[verdict]);
    this.lastReceived.uint32(usage.last[verdict]);
  }
}

function createUsage(projectNumber: number, hour: number): Usage {
  return {
    projectNumber,
    hour,
    requests: 0,
    bytes: 0,
    items: new Float64Array(REASON_NAMES.length),
    first: new Float64Array(REASON_NAMES.length).fill(Infinity),
    last: new Float64Array(REASON_NAMES.length),
  };
}

/** A whole number of up to 53 bits. */
export function appendNumber(column: FixedColumn, value: number): void {
  column.uint64(value % 0x1_0000_0000, Math.floor(value / 0x1_0000_0000));
}
