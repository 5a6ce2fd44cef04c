import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createKeyRing } from '@svc/encryption';
import { TOPICS } from '@svc/event-log';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { decodeChunk, type ChunkRecord } from '@svc/recordings';
import { unpackEvents } from '@svc/replay';
import type { SessionKeys } from './recorder.fixture.js';

/** An event log of one partition, and what receivers of recordings have stored in it. */
export class RecordingLog {
  private constructor(
    readonly eventLog: LmdbEventLog,
    private readonly directory: string,
    private readonly sessionKeys: SessionKeys,
  ) {}

  static async open(sessionKeys: SessionKeys): Promise<RecordingLog> {
    const directory = await mkdtemp(path.join(tmpdir(), 'recordings-'));
    return new RecordingLog(await LmdbEventLog.open({ directory, partitions: 1 }), directory, sessionKeys);
  }

  /** The offset after the newest record. */
  async end(): Promise<number> {
    return (await this.eventLog.positions(TOPICS.replay))[0]?.endOffset ?? 0;
  }

  /** The records from an offset on. */
  async recordsFrom(offset: number): Promise<ChunkRecord[]> {
    const found: ChunkRecord[] = [];
    const end = await this.end();
    if (end <= offset) return found;
    const signal = AbortSignal.timeout(5_000);
    const from = new Map([[0, offset]]);
    for await (const { records } of this.eventLog.follow({ topic: TOPICS.replay, from, signal })) {
      found.push(...records.map(({ value }) => decodeChunk(value)));
      if (found.length >= end - offset) break;
    }
    return found;
  }

  /** The JSON texts of the events of a record, decrypted with the key of its session. */
  async eventsOf({ block, place, objectKey, bytes }: ChunkRecord): Promise<string[]> {
    const ring = createKeyRing(this.sessionKeys.keyOf(1, place.sessionId));
    const content = await ring.openBytes(block, ring.currentKeyId, objectKey);
    return (await unpackEvents(content, bytes)).map(({ text }) => text);
  }

  async close(): Promise<void> {
    await this.eventLog.close();
    await rm(this.directory, { recursive: true, force: true });
  }
}
