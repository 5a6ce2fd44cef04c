import { createHash } from 'node:crypto';
import type { Cache } from '@svc/cache';
import type { ChunkPlace, MaskedCounts, RememberedNodes } from '@svc/replay';

/** Sessions end after a day, so nothing is asked about one later. */
const SESSION_TTL_MS = 25 * 3_600_000;
/** A session without activity ends after 30 minutes, so a window is not continued much later, nor a chunk repeated. */
const TTL_MS = 35 * 60_000;

/** What a request was answered, so that its retry is answered the same. */
export interface ReplayAnswer {
  /** Events that were stored. */
  readonly accepted: number;
  readonly masked: MaskedCounts;
  /** Whether the recorder has to send a full snapshot, because what follows cannot be shown, or not be redacted well, without one. */
  readonly need_snapshot: boolean;
  /** Why the recorder has to stop. */
  readonly closed?: 'deleted' | 'ended' | 'too_long';
}

/** What is known of a window after its last chunk. */
export interface WindowState {
  /** The number of the chunk that should follow. */
  readonly nextSeq: number;
  readonly nodes: RememberedNodes;
}

/** What is known of a session. */
export interface SessionState {
  readonly bytes: number;
  /** When a chunk with activity of the person was received last, in milliseconds since 1970. */
  readonly activeAtMs: number;
}

/**
 * What the chunks of a window and of a session leave behind for the next one, in the shared cache. If it is lost, texts are masked until
 * the next full snapshot, recordings may be longer than allowed, and later chunks decide on the shift of a clock again, which readers ignore.
 */
export class ReplayStates {
  constructor(private readonly cache: Cache) {}

  async window(projectNumber: number, place: ChunkPlace): Promise<WindowState | undefined> {
    return parse<WindowState>(await this.cache.get(windowKey(projectNumber, place)));
  }

  /** A late chunk does not change what is known after a newer one. */
  async keepWindow(projectNumber: number, place: ChunkPlace, state: WindowState): Promise<void> {
    const before = await this.window(projectNumber, place);
    if (before && state.nextSeq <= before.nextSeq) return;
    await this.cache.set(windowKey(projectNumber, place), JSON.stringify(state), TTL_MS);
  }

  /**
   * The shift of the clock of a window, in milliseconds.
   *
   * @param shiftMs that a chunk gives, which decides if it is the first one of the window.
   */
  async decideShift(projectNumber: number, { sessionId, windowId }: ChunkPlace, shiftMs: number): Promise<number> {
    const key = nameOf('shift', projectNumber, sessionId, windowId);
    return Number(await this.cache.claim(key, String(shiftMs), SESSION_TTL_MS));
  }

  async session(projectNumber: number, { sessionId }: ChunkPlace): Promise<SessionState | undefined> {
    return parse<SessionState>(await this.cache.get(nameOf('session', projectNumber, sessionId)));
  }

  async keepSession(projectNumber: number, { sessionId }: ChunkPlace, state: SessionState): Promise<void> {
    await this.cache.set(nameOf('session', projectNumber, sessionId), JSON.stringify(state), SESSION_TTL_MS);
  }

  /** The hash and the answer of the request that has this place, if there was one. */
  async claimed(projectNumber: number, place: ChunkPlace): Promise<ClaimedPlace | undefined> {
    return parse<ClaimedPlace>(await this.cache.get(chunkKey(projectNumber, place)));
  }

  /** Takes the place for a request. @returns the hash of the request that has it. */
  async claim(projectNumber: number, place: ChunkPlace, hash: string): Promise<string> {
    const value = await this.cache.claim(chunkKey(projectNumber, place), JSON.stringify({ hash }), TTL_MS);
    return parse<ClaimedPlace>(value)?.hash ?? hash;
  }

  async keepAnswer(projectNumber: number, place: ChunkPlace, claimed: Required<ClaimedPlace>): Promise<void> {
    await this.cache.set(chunkKey(projectNumber, place), JSON.stringify(claimed), TTL_MS);
  }
}

export interface ClaimedPlace {
  readonly hash: string;
  readonly answer?: ReplayAnswer;
}

const windowKey = (projectNumber: number, { sessionId, windowId }: ChunkPlace): string =>
  nameOf('window', projectNumber, sessionId, windowId);

const chunkKey = (projectNumber: number, { sessionId, windowId, seq }: ChunkPlace): string =>
  nameOf('chunk', projectNumber, sessionId, windowId, seq);

/** IDs of clients are long, and may have any characters. */
function nameOf(kind: string, projectNumber: number, ...parts: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return `replay:${kind}:${projectNumber}:${digest}`;
}

function parse<Value>(text: string | undefined): Value | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Value);
}
