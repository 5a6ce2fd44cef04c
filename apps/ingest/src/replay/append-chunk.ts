import type { KeysResolveResponse } from '@svc/contract';
import { TOPICS } from '@svc/event-log';
import { blockKey, chunkHeaders, encodeChunk, sealBlock, type RecordedSession } from '@svc/recordings';
import type { PreparedChunk } from '@svc/replay';
import type { Reservation } from '../receive/admission.js';
import { appendOnce, requestHash, type OnceStores } from '../receive/append-once.js';
import type { OpenRecording } from './recorded-sessions.js';

export interface AppendedChunk {
  readonly session: RecordedSession & OpenRecording;
  readonly chunk: PreparedChunk;
  /** How many numbers of its window the chunk takes. */
  readonly numbers: number;
  /** The hash of the content of the chunk. */
  readonly contentHash: string;
  readonly receivedAtMs: number;
  readonly clockShiftMs: number;
  /** Decompressed size of the request in bytes. */
  readonly requestBytes: number;
  readonly logKey: KeysResolveResponse['logKey'];
  readonly reservation: Reservation;
}

/** Encrypts a chunk with the key of its session, and resolves once it is durable. */
export async function appendChunk(stores: OnceStores, appended: AppendedChunk): Promise<void> {
  const { session, numbers, contentHash, receivedAtMs, clockShiftMs, requestBytes, logKey, reservation } = appended;
  const { content, nodes: _, ...chunk } = appended.chunk;
  const { projectNumber, startedAtMs, retentionDays, key = '' } = session;
  const { place } = chunk;
  const objectKey = blockKey(session, place, contentHash);
  const value = encodeChunk({
    ...chunk,
    projectNumber,
    retentionDays,
    startedAtMs,
    receivedAtMs,
    clockShiftMs,
    numbers,
    objectKey,
    block: await sealBlock(content, key, objectKey),
  });
  reservation.accept(value.byteLength);
  const hash = requestHash(JSON.stringify([place.sessionId, place.windowId, place.seq]));
  await appendOnce(stores, {
    topic: TOPICS.replay,
    projectNumber,
    logKey,
    hash,
    value,
    headers: chunkHeaders({ projectNumber, receivedAtMs, hash, bytes: requestBytes }),
  });
}
