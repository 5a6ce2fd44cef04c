import type { Cache } from '@svc/cache';
import { afterGap, continues, withPasswordsOf, type ChunkPlace, type RememberedNodes } from '@svc/replay';
import { CHUNK_TTL_MS } from './chunk-claims.js';
import { cacheName } from './names.js';
import { SESSION_TTL_MS } from './session-counts.js';

/** What is known of a window after its last chunk. */
export interface WindowState {
  /** What the chunk that follows has to continue, see `continues`. */
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

  /** A late chunk changes nothing of what is known after a newer one but which fields are secret. */
  async keepWindow(projectNumber: number, place: ChunkPlace, state: WindowState): Promise<void> {
    const current = await this.window(projectNumber, place);
    const [newer, older] = current && state.nextSeq <= current.nextSeq ? [current, state] : [state, current];
    await this.#set(projectNumber, place, { ...newer, nodes: withPasswordsOf(newer.nodes, older?.nodes) });
  }

  /**
   * Keeps what is known after a chunk without a number. One that was overtaken, or was read at the same time as another one, has changed
   * the page in a way that the other one did not know, so the page is unknown until its next full snapshot.
   *
   * @param before what the chunk continued, if it did.
   * @param isFresh whether the chunk has a full snapshot of its own.
   */
  async keepTimed(
    projectNumber: number,
    place: ChunkPlace,
    nodes: RememberedNodes,
    { before, isFresh }: { readonly before: WindowState | undefined; readonly isFresh: boolean },
  ): Promise<void> {
    const current = await this.window(projectNumber, place);
    const isOvertaken = current !== undefined && !continues(current.nextSeq, place.seq);
    const isOther = current?.nextSeq !== before?.nextSeq;
    const isUnknown = isOvertaken || (isOther && !isFresh);
    await this.#set(projectNumber, place, {
      nextSeq: isOvertaken ? current.nextSeq : place.seq + 1,
      nodes: withPasswordsOf(isUnknown ? afterGap(nodes) : nodes, current?.nodes),
    });
  }

  async #set(projectNumber: number, place: ChunkPlace, state: WindowState): Promise<void> {
    await this.cache.set(windowKey(projectNumber, place), JSON.stringify(state), CHUNK_TTL_MS);
  }

  /** When the last chunk with activity of the person was made, in milliseconds since 1970; undefined for an unknown session. */
  async activeAt(projectNumber: number, { sessionId }: Pick<ChunkPlace, 'sessionId'>): Promise<number | undefined> {
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
