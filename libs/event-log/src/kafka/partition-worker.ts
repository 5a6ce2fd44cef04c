import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { BatchHandler, ConsumerOptions, ConsumerRecord } from '../port.js';
import { cut, encodePlan, ReplayCollector, type Position } from './ranges.js';

/** Stops work on a partition that another consumer may own by now; nothing more may be committed. */
export class OwnershipLost extends Error {}

/** A delivery failed; the partition is fetched again from this offset after a pause. */
export class HandoverFailed extends Error {
  constructor(
    readonly offset: number,
    cause: unknown,
  ) {
    super('could not handle a batch', { cause });
  }
}

/** One partition during one assignment to this member. */
export class PartitionWorker {
  private replay: ReplayCollector | undefined;
  private next: number;

  constructor(
    position: Position,
    private readonly options: ConsumerOptions,
    private readonly handler: BatchHandler,
    /** Aborted when the assignment has ended. */
    private readonly lost: AbortSignal,
  ) {
    this.next = position.offset;
    if (position.plannedLast !== undefined) this.replay = new ReplayCollector(this.next, position.plannedLast);
  }

  /** The position of the group at the start, and the end of the records delivered since. */
  get position(): number {
    return this.next;
  }

  /** Processes a fetch, whose boundaries are arbitrary: the planned range first, then batches within the limits. */
  async work(payload: EachBatchPayload): Promise<void> {
    const fetched = payload.batch.messages.map(toRecord).filter(({ offset }) => offset >= this.next);
    let rest: readonly ConsumerRecord[] = fetched;
    if (this.replay) {
      const beyond = this.replay.take(fetched);
      if (!beyond) return payload.resolveOffset(payload.batch.lastOffset());
      const records = this.replay.records();
      if (records.length > 0) await this.#handOver(payload, records, true);
      this.replay = undefined;
      rest = beyond;
    }
    for (const records of cut(rest, this.options)) {
      if (!payload.isRunning() || payload.isStale()) return;
      await this.#handOver(payload, records, false);
    }
  }

  async #handOver(payload: EachBatchPayload, records: readonly ConsumerRecord[], replayed: boolean): Promise<void> {
    const { topic, partition } = payload.batch;
    const [firstOffset, lastOffset] = [records[0]?.offset ?? 0, records.at(-1)?.offset ?? 0];
    try {
      if (!replayed) await this.#commit(payload, firstOffset, encodePlan(lastOffset));
      await this.handler({ topic, partition, firstOffset, lastOffset, records, replayed }, this.lost);
      await this.#commit(payload, lastOffset + 1, '');
    } catch (error) {
      if (this.lost.aborted) throw new OwnershipLost();
      throw new HandoverFailed(firstOffset, error);
    }
    this.next = lastOffset + 1;
    payload.resolveOffset(String(lastOffset));
  }

  /**
   * Commits under the generation of the current assignment, so the broker rejects it once the partition is reassigned. The
   * preceding check covers a new assignment to the same member.
   */
  #commit(payload: EachBatchPayload, offset: number, metadata: string): Promise<void> {
    if (this.lost.aborted) throw new OwnershipLost();
    const { topic, partition } = payload.batch;
    const committed = { partition, offset: String(offset), metadata };
    return payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions: [committed] }] });
  }
}

export function toRecord(message: KafkaMessage): ConsumerRecord {
  return {
    offset: Number(message.offset),
    timestampMs: Number(message.timestamp),
    key: message.key?.toString() ?? '',
    value: message.value ?? new Uint8Array(0),
    headers: Object.fromEntries(
      Object.entries(message.headers ?? {}).map(([name, value]) => [name, value?.toString() ?? '']),
    ),
  };
}
