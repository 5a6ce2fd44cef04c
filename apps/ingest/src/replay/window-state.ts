import type { Cache } from '@svc/cache';
import type { ChunkPlace, RememberedNodes } from '@svc/replay';
import { CHUNK_TTL_MS } from './chunk-claims.js';
import { cacheName } from './names.js';
import { SESSION_TTL_MS } from './session-counts.js';

/** What is known of a window after its last chunk. */
export interface WindowState {
  /** The number of the chunk that should follow. */
  readonly nextSeq: number;
  readonly nodes: RememberedNodes;
}

/**
 * What the chunks of a window and of a session leave behind for the next one, in the shared cache. If it is lost, texts are masked until
 * the next full snapshot, and recordings may be longer than allowed; nothing else depends on it.
 */
export class ReplayStates {
  constructor(private readonly cache: Cache) {}

  async window(projectNumber: number, place: ChunkPlace): Promise<WindowState | undefined> {
    const text = await this.cache.get(windowKey(projectNumber, place));
    return text === undefined ? undefined : (JSON.parse(text) as WindowState);
  }

  /** A late chunk does not change what is known after a newer one. */
  async keepWindow(projectNumber: number, place: ChunkPlace, state: WindowState): Promise<void> {
    const before = await this.window(projectNumber, place);
    if (before && state.nextSeq <= before.nextSeq) return;
    await this.cache.set(windowKey(projectNumber, place), JSON.stringify(state), CHUNK_TTL_MS);
  }

  /** When the last chunk with activity of the person was made, in milliseconds since 1970; undefined for an unknown session. */
  async activeAt(projectNumber: number, { sessionId }: ChunkPlace): Promise<number | undefined> {
    const text = await this.cache.get(cacheName('active', projectNumber, sessionId));
    return text === undefined ? undefined : Number(text);
  }

  /** A chunk that waited does not change what is known after a newer one, such as that of another window. */
  async keepActiveAt(projectNumber: number, place: ChunkPlace, atMs: number): Promise<void> {
    const before = await this.activeAt(projectNumber, place);
    if (before !== undefined && atMs <= before) return;
    await this.cache.set(cacheName('active', projectNumber, place.sessionId), String(atMs), SESSION_TTL_MS);
  }
}

const windowKey = (projectNumber: number, { sessionId, windowId }: ChunkPlace): string =>
  cacheName('window', projectNumber, sessionId, windowId);
