import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createKeyRing } from '@svc/encryption';
import { expiryDay, type ObjectStore } from '@svc/objects';
import { unpackEvents, type ChunkPlace, type PackedEvent } from '@svc/replay';

const FOLDER = 'replay';

/** A recorded session, as its keys and its rows have it. */
export interface RecordedSession {
  readonly projectNumber: number;
  readonly sessionId: string;
  /** When its first chunk was received, in milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly retentionDays: number;
}

/** The folder of the objects of one project, with the slash at its end. */
export const recordingsFolder = (projectNumber: number): string => `${FOLDER}/${projectNumber}/`;

export const RECORDINGS_FOLDER = FOLDER;

/** The channel that announces deleted recordings, by `sessionName`. */
export const RECORDING_DELETED_CHANNEL = 'recording-deleted';

/** A session among those of all projects. */
export const sessionName = ({
  projectNumber,
  sessionId,
}: Pick<RecordedSession, 'projectNumber' | 'sessionId'>): string => `${projectNumber}/${sessionId}`;

/** The folder of the objects of one session, with the slash at its end. Names of clients are not keys, so it has a hash of the ID. */
export function sessionFolder({ projectNumber, sessionId, startedAtMs, retentionDays }: RecordedSession): string {
  return `${recordingsFolder(projectNumber)}${expiryDay(startedAtMs, retentionDays)}/${digest(sessionId)}/`;
}

/** The object of a chunk. Another content of the same chunk has another key, so that no row leads to an object that was replaced. */
export function blockKey(session: RecordedSession, { windowId, seq }: ChunkPlace, hash: string): string {
  return `${sessionFolder(session)}${digest(JSON.stringify([windowId, seq, hash]))}`;
}

/** Encrypts the content of a block. @param key of the session, see `RecordingKeys`. */
export function sealBlock(content: Uint8Array, key: string, objectKey: string): Promise<Buffer> {
  return createKeyRing(key).sealBytes(content, objectKey);
}

/**
 * Reads the events of a block.
 *
 * @param maxBytes that they have at most, from the row of the block.
 * @returns undefined if there is no such object.
 * @throws ServiceError unavailable; Error if the key is that of another session.
 */
export async function readBlock(
  objects: ObjectStore,
  key: string,
  objectKey: string,
  maxBytes: number,
): Promise<PackedEvent[] | undefined> {
  const content = await openBlock(objects, key, objectKey);
  return content && unpackEvents(content, maxBytes);
}

/**
 * Reads the content of a block, for `unpackEvents`.
 *
 * @returns undefined if there is no such object.
 * @throws ServiceError unavailable; Error if the key is that of another session.
 */
export async function openBlock(objects: ObjectStore, key: string, objectKey: string): Promise<Buffer | undefined> {
  const body = await objects.get(objectKey);
  if (!body) return undefined;
  const ring = createKeyRing(key);
  return ring.openBytes(await buffer(body.stream), ring.currentKeyId, objectKey);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
