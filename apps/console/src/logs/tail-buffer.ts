import type { LogRecord } from '../gen/api.js';

/** Records that a tail keeps; older ones leave it. */
export const TAIL_CAPACITY = 50_000;

export interface TailState {
  /** Oldest first. */
  readonly records: readonly LogRecord[];
  /** Records that left the tail because it was full. */
  readonly forgotten: number;
  /** Matching records that never arrived, because the connection did not keep up. */
  readonly dropped: number;
  /** Whether an unknown number is missing, because the connection was away for too long. */
  readonly hasGap: boolean;
}

/** The newest records of a stream. While it is held, arriving records wait, so that nothing moves under the eyes of a reader. */
export class TailBuffer {
  #records: LogRecord[] = [];
  #waiting: LogRecord[] = [];
  #known = new Set<string>();
  #forgotten = 0;
  #dropped = 0;
  #hasGap = false;

  constructor(private readonly capacity = TAIL_CAPACITY) {}

  /** Number of records that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Adds a record that arrived; a record that a new connection repeats is added once. */
  add(record: LogRecord): void {
    if (this.#known.has(record.log_id)) return;
    this.#known.add(record.log_id);
    this.#waiting.push(record);
    if (this.#waiting.length > this.capacity) this.#forget(this.#waiting, this.#waiting.length - this.capacity);
  }

  addDropped(count: number, isGap: boolean): void {
    this.#dropped += count;
    this.#hasGap ||= isGap;
  }

  /** Moves the waiting records to the others. */
  release(): TailState {
    this.#records = [...this.#records, ...this.#waiting];
    this.#waiting = [];
    if (this.#records.length > this.capacity) this.#forget(this.#records, this.#records.length - this.capacity);
    return this.state;
  }

  get state(): TailState {
    return { records: this.#records, forgotten: this.#forgotten, dropped: this.#dropped, hasGap: this.#hasGap };
  }

  #forget(records: LogRecord[], count: number): void {
    for (const { log_id: id } of records.splice(0, count)) this.#known.delete(id);
    this.#forgotten += count;
  }
}
