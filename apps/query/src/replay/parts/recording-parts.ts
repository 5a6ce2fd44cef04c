import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import type { ObjectStore } from '@svc/objects';
import { encodeRows } from '@svc/otlp/native';
import type { ProjectReader } from '@svc/reading/project-reader';
import { NANOSECONDS_PER_MILLISECOND } from '@svc/reading/time';
import { blockKey, openBlock, sealBlock, sessionFolder } from '@svc/recordings';
import type { OpenSession, RecordingKeys } from '@svc/recordings/keys';
import { CLOCK, COLUMN_STORE, OBJECT_STORE, RECORDING_KEYS, type Clock } from '@svc/runtime';
import { REPLAY_PARTS } from '@svc/tables';
import { BlockPlaces } from '../reads/block-places.js';
import { selectChunks, type ChunkRow } from '../reads/chunks.query.js';
import { inGroups } from '../reads/in-groups.js';
import { selectParts } from '../reads/parts.query.js';
import { RecordingThread } from '../thread/recording-thread.js';
import { groupsOf } from './part-groups.js';

/** Readers that began before a part was stored have ended after this long, in milliseconds. */
const READERS_MS = 10 * 60_000;

type ReadableSession = OpenSession & { readonly key: string };

/** What a step of the work on a recording needs. */
export interface PartTools {
  readonly reader: ProjectReader;
  readonly signal: AbortSignal;
  /** Rejects if another process has taken over. */
  readonly fence: () => Promise<void>;
}

/**
 * Merges the objects of recordings that have ended. A part is stored before its row, under a key that its chunks determine, so an attempt
 * that was interrupted is repeated with the same objects. The objects of its chunks are deleted later, when nobody reads them any more.
 */
@Injectable()
export class RecordingParts {
  constructor(
    @Inject(OBJECT_STORE) private readonly objects: ObjectStore,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(RECORDING_KEYS) private readonly keys: RecordingKeys,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly thread: RecordingThread,
  ) {}

  /** @returns when the objects of merged chunks can be deleted, in milliseconds since 1970; undefined if there are none. */
  async merge(session: ReadableSession, tools: PartTools): Promise<number | undefined> {
    const { reader, signal } = tools;
    const rows = await reader.rows(selectChunks(reader.scope, session));
    const places = new BlockPlaces(await reader.rows(selectParts(reader.scope, session)));
    const isLeft = await this.#sweep(session, rows, places, signal);
    let isMerged = false;
    for (const group of groupsOf(rows, (row) => places.isMerged(row))) {
      signal.throwIfAborted();
      isMerged = (await this.#mergeGroup(session, group, tools)) || isMerged;
    }
    return isMerged || isLeft ? this.clock() + READERS_MS : undefined;
  }

  /** @returns whether a part was stored. */
  async #mergeGroup(
    session: ReadableSession,
    group: readonly ChunkRow[],
    { signal, fence }: PartTools,
  ): Promise<boolean> {
    const opened = await inGroups(group, async (row) => {
      const content = await openBlock(this.objects, session.key, row.object_key);
      return content && { row, content, bytes: row.bytes };
    });
    // A chunk whose object is gone stays as it is, and is reported as unreadable.
    const found = opened.filter((block) => block !== undefined);
    const [first] = found;
    if (!first || found.length < 2) return false;
    const { row } = first;
    const blocks = found.map(({ content, bytes }) => ({ content, bytes }));
    const { content, bytes } = await this.thread.mergeBlocks(blocks, signal);
    const keys = found.map((block) => block.row.object_key).join(' ');
    const objectKey = blockKey(
      session,
      { sessionId: session.sessionId, windowId: row.window_id, seq: row.seq },
      `part ${keys}`,
    );
    const object = await sealBlock(content, session.key, objectKey);
    await fence();
    if (await this.#isDeleted(session)) return false;
    await this.objects.put(objectKey, object);
    const part = {
      project_number: session.projectNumber,
      retention_days: session.retentionDays,
      timestamp: BigInt(session.startedAtMs) * NANOSECONDS_PER_MILLISECOND,
      session_id: session.sessionId,
      window_id: row.window_id,
      first_seq: row.seq,
      version: BigInt(this.clock()),
      object_key: objectKey,
      bytes,
      stored_bytes: object.byteLength,
      seqs: found.map((block) => block.row.seq),
      events: found.map((block) => block.row.events),
    };
    await this.store.insertBlock(encodeRows(REPLAY_PARTS, [part]), {
      deduplicationToken: `replay-parts/${randomUUID()}`,
      signal,
    });
    return true;
  }

  /** Its deletion looks again later for what began to be written before. */
  async #isDeleted({ projectNumber, sessionId }: ReadableSession): Promise<boolean> {
    return (await this.keys.find(projectNumber, sessionId))?.key === undefined;
  }

  /** Deletes the objects of chunks that parts replace. @returns whether some are left that may still be read. */
  async #sweep(
    session: ReadableSession,
    rows: readonly ChunkRow[],
    places: BlockPlaces,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (places.parts.length === 0) return false;
    const replaced = new Set(rows.filter((row) => places.isMerged(row)).map((row) => row.object_key));
    const stored: string[] = [];
    for await (const { key } of this.objects.list(sessionFolder(session))) if (replaced.has(key)) stored.push(key);
    const newest = places.parts.reduce((most, { version }) => Math.max(most, Number(version)), 0);
    if (stored.length === 0 || this.clock() < newest + READERS_MS) return stored.length > 0;
    signal.throwIfAborted();
    await inGroups(stored, (key) => this.objects.delete(key));
    return false;
  }
}
