import type { Cache } from '@svc/cache';
import { clockShift, type ChunkPlace } from '@svc/replay';
import { cacheName, digest } from './names.js';

/** Sessions end after a day, so nothing is asked about one later. */
export const SESSION_TTL_MS = 25 * 3_600_000;

export interface SessionLimits {
  /** Bytes of redacted events. */
  readonly bytes: number;
  readonly chunks: number;
  readonly windows: number;
}

/** A day of a chunk every five seconds is 17,280 chunks; readers read at most 50,000. */
export const SESSION_LIMITS: SessionLimits = { bytes: 200 * 1024 * 1024, chunks: 20_000, windows: 100 };

/**
 * Counts what sessions have, in the shared cache, where concurrent chunks cannot miss each other. If it is lost, counting starts
 * again.
 */
export class SessionCounts {
  constructor(
    private readonly cache: Cache,
    private readonly limits: SessionLimits,
  ) {}

  /**
   * Counts the window of a chunk if it is new. Its first chunk decides the shift of its clock.
   *
   * @param difference when the chunk was received, less when the browser says it was sent, in milliseconds.
   * @returns the shift of the window in milliseconds; undefined if the session has too many other windows.
   */
  async enterWindow(
    projectNumber: number,
    { sessionId, windowId }: ChunkPlace,
    difference: number | undefined,
  ): Promise<number | undefined> {
    const key = cacheName('windows', projectNumber, sessionId);
    const limits = { maxFields: this.limits.windows, ttlMs: SESSION_TTL_MS };
    const shift = await this.cache.claimField(key, digest(windowId), String(clockShift(difference)), limits);
    return shift === undefined ? undefined : Number(shift);
  }

  /**
   * Counts a chunk.
   *
   * @param bytes of its redacted events; undefined for a chunk that was counted before.
   * @returns whether the session has at most as many bytes and chunks as it may have.
   */
  async addChunk(projectNumber: number, { sessionId }: ChunkPlace, bytes: number | undefined): Promise<boolean> {
    const isNew = bytes !== undefined;
    const [allBytes, allChunks] = await Promise.all([
      this.#add('bytes', projectNumber, sessionId, bytes ?? 0),
      this.#add('chunks', projectNumber, sessionId, isNew ? 1 : 0),
    ]);
    return allBytes <= this.limits.bytes && allChunks <= this.limits.chunks;
  }

  #add(what: 'bytes' | 'chunks', projectNumber: number, sessionId: string, by: number): Promise<number> {
    return this.cache.increment(cacheName(what, projectNumber, sessionId), by, SESSION_TTL_MS);
  }
}
