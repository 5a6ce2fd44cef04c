import type { ColumnStore } from '@svc/columnar';
import type { ConsumerRecord, PastRecord } from '@svc/event-log';
import type { ObjectStore } from '@svc/objects';
import { encodeRows, type WrittenRow } from '@svc/otlp/native';
import { decodeChunk, readChunkHeaders, toBlockRow, type ChunkEnvelope, type ChunkRecord } from '@svc/recordings';
import { REPLAY_BLOCKS, USAGE_HOURS } from '@svc/tables';
import { PartitionWriter } from './partition-writer.js';
import { dropStored } from './stored-chunks.js';

/** Objects that are stored at the same time. */
const CONCURRENT = 8;
const HOUR_MS = 3_600_000;

/**
 * Writes chunks of recordings: their objects first, so that no row leads to nothing, and then their rows. An object whose row is never
 * written expires with the session, because its key has the day. A chunk whose place is stored is left out.
 */
export class ReplayWriter extends PartitionWriter<ChunkEnvelope> {
  #chunks: { readonly chunk: ChunkRecord; readonly envelope: ChunkEnvelope }[] = [];

  /** Few rows are inserted at once either way, because objects are what takes time. */
  protected readonly blockBytes = 16 * 1024 * 1024;

  constructor(
    private readonly columnStore: ColumnStore,
    private readonly objects: ObjectStore,
  ) {
    super();
  }

  protected envelopeOf({ headers }: PastRecord): ChunkEnvelope {
    return readChunkHeaders(headers);
  }

  protected releaseBuffers(): void {
    this.#chunks = [];
  }

  protected start(): void {
    this.#chunks = [];
  }

  protected add({ value }: ConsumerRecord, envelope: ChunkEnvelope): number {
    this.#chunks.push({ chunk: decodeChunk(value), envelope });
    return value.byteLength;
  }

  protected async flush(deduplicationToken: string, signal: AbortSignal): Promise<void> {
    const taken = this.#chunks;
    this.#chunks = [];
    const chunks = await dropStored(this.columnStore, taken, signal);
    if (chunks.length === 0) return;
    const left = chunks.values();
    await Promise.all(Array.from({ length: CONCURRENT }, () => this.#storeEach(left, signal)));
    const blocks = encodeRows(
      REPLAY_BLOCKS,
      chunks.map(({ chunk }) => toBlockRow(chunk)),
    );
    const usage = encodeRows(USAGE_HOURS, toUsageRows(chunks.map(({ envelope }) => envelope)));
    for (const block of [blocks, usage])
      await this.columnStore.insertBlock(block, { deduplicationToken: `${deduplicationToken}/${block.table}`, signal });
  }

  async #storeEach(chunks: Iterable<{ readonly chunk: ChunkRecord }>, signal: AbortSignal): Promise<void> {
    for (const { chunk } of chunks) {
      signal.throwIfAborted();
      await this.objects.put(chunk.objectKey, chunk.block);
    }
  }
}

function toUsageRows(envelopes: readonly ChunkEnvelope[]): WrittenRow<typeof USAGE_HOURS>[] {
  const groups = Map.groupBy(envelopes, (one) => `${one.projectNumber}/${Math.floor(one.receivedAtMs / HOUR_MS)}`);
  return [...groups.values()].map((group) => ({
    project_number: group[0]?.projectNumber ?? 0,
    hour: (Math.floor((group[0]?.receivedAtMs ?? 0) / HOUR_MS) * HOUR_MS) / 1_000,
    first_received: Math.floor(Math.min(...group.map(({ receivedAtMs }) => receivedAtMs)) / 1_000),
    last_received: Math.floor(Math.max(...group.map(({ receivedAtMs }) => receivedAtMs)) / 1_000),
    signal: 'replay',
    outcome: 'stored',
    items: BigInt(group.length),
    requests: BigInt(group.length),
    bytes: group.reduce((total, { bytes }) => total + BigInt(bytes), 0n),
  }));
}
