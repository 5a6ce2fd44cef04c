import { DEMO_SPREAD_NS, TRACE_ID_MARK } from './demo.js';

/**
 * A request that can be sent again and again: each time its items are of now and its traces new. The places of times and trace IDs in
 * its protobuf are found once and overwritten in place.
 */
export class MovingRequest {
  readonly #times: { readonly at: number; readonly beforeNs: bigint }[] = [];
  readonly #traces: number[] = [];

  constructor(
    private readonly bytes: Buffer,
    madeAtNs: bigint,
  ) {
    // A fixed64 within the last two seconds is a time: that other bytes look like one has a chance of one in ten billion.
    for (let at = 0; at + 8 <= bytes.length; at++) {
      const beforeNs = madeAtNs - bytes.readBigUInt64LE(at);
      if (beforeNs >= 0n && beforeNs <= DEMO_SPREAD_NS) this.#times.push({ at, beforeNs });
    }
    for (let at = bytes.indexOf(TRACE_ID_MARK); at >= 0; at = bytes.indexOf(TRACE_ID_MARK, at + 16)) {
      // The name of the product that is imitated occurs in texts too; a trace ID begins with the mark and four zeros.
      if (bytes.readUInt32LE(at + TRACE_ID_MARK.length) === 0) this.#traces.push(at + TRACE_ID_MARK.length);
    }
  }

  /** Spans or log records, each with one trace ID. */
  get items(): number {
    return this.#traces.length;
  }

  /** The bytes for now; valid until the next call. */
  at(nowNs: bigint, sequence: number): Buffer {
    for (const { at, beforeNs } of this.#times) this.bytes.writeBigUInt64LE(nowNs - beforeNs, at);
    for (const at of this.#traces) this.bytes.writeUInt32LE(sequence, at);
    return this.bytes;
  }
}
