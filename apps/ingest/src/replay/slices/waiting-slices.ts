import { setImmediate } from 'node:timers/promises';
import type { Cache } from '@svc/cache';
import { createKeyRing, SEAL_BYTES, type KeyRing } from '@svc/encryption';
import type { WaitingEvent, WaitingPiece } from '@svc/replay';
import { unavailable } from '@svc/service-error';
import { cacheName } from '../names.js';

/** How long slices wait for the others of their event, in milliseconds. */
export const WAIT_MS = 60_000;

/**
 * Characters of encrypted slices that begin to wait in `WAIT_MS`, of a session, of a project, and of all projects. Slices of two such
 * times can be there at once. The shared cache of a single process has 64 MiB and counts two bytes for a character.
 */
export const WAITING_LIMITS = {
  session: 6 * 1024 * 1024,
  project: 8 * 1024 * 1024,
  all: 12 * 1024 * 1024,
} as const;

/** The recording that slices are of. */
export interface WaitingOwner {
  readonly projectNumber: number;
  /** The key of the session, see `RecordingKeys`. */
  readonly key: string;
}

/** Slices that wait, encrypted, for the others of their event. They are in the shared cache, because those can reach another process. */
export class WaitingSlices {
  constructor(
    private readonly cache: Cache,
    private readonly limits: { readonly [name in keyof typeof WAITING_LIMITS]: number } = WAITING_LIMITS,
  ) {}

  /**
   * Keeps the slices of an event. Other work runs between them.
   *
   * @returns the body of the chunk of the event if all of its slices are there; `waiting` if not; `too_many` if nothing was kept.
   * @throws ServiceError unavailable if the cache keeps nothing.
   */
  async add(owner: WaitingOwner, event: WaitingEvent): Promise<Buffer | 'waiting' | 'too_many'> {
    const ring = createKeyRing(owner.key);
    const before = await this.#read(owner, event);
    const missing = event.pieces.filter(({ index }) => before[index - 1] === undefined);
    if (!(await this.#keep(ring, owner, event, missing))) return 'too_many';
    // Read again, because a request that completes the event may be handled at the same time.
    const all = missing.length === 0 ? before : await this.#read(owner, event);
    if (event.pieces.some(({ index }) => all[index - 1] === undefined))
      throw unavailable(new Error('the shared cache does not keep slices of events'));
    const sealed = all.flatMap((text) => text ?? []);
    return sealed.length < event.total ? 'waiting' : openAll(ring, owner, event, sealed);
  }

  /** Forgets the slices of an event that is stored. */
  async drop(owner: WaitingOwner, event: WaitingEvent): Promise<void> {
    await Promise.all(sliceNames(owner, event).map((name) => this.cache.delete(name)));
  }

  #read(owner: WaitingOwner, event: WaitingEvent): Promise<(string | undefined)[]> {
    return Promise.all(sliceNames(owner, event).map((name) => this.cache.get(name)));
  }

  /** Keeps slices that were not there. @returns whether they are within the limits. */
  async #keep(ring: KeyRing, owner: WaitingOwner, event: WaitingEvent, missing: readonly WaitingPiece[]) {
    const characters = missing.reduce((sum, piece) => sum + sealedLength(piece), 0);
    const shares = this.#sharesOf(owner, event);
    if (characters > 0 && !(await this.#count(shares, characters))) return false;
    let unused = 0;
    for (const piece of missing) {
      const name = sliceName(owner, event, piece.index);
      const sealed = await ring.sealBytes(piece.bytes, name);
      const isAdded = await this.cache.add(name, sealed.toString('base64'), WAIT_MS);
      if (!isAdded) unused += sealedLength(piece);
      await setImmediate();
    }
    if (unused > 0) await this.#giveBack(shares, unused);
    return true;
  }

  /** What counts waiting slices, in this order: a session that is full takes nothing from its project, nor a project from others. */
  #sharesOf({ projectNumber }: WaitingOwner, { sessionId }: WaitingEvent): readonly Share[] {
    return [
      { name: cacheName('waiting-session', projectNumber, sessionId), limit: this.limits.session },
      { name: cacheName('waiting-project', projectNumber), limit: this.limits.project },
      { name: 'replay:waiting', limit: this.limits.all },
    ];
  }

  /** Counts characters in one share after the other, or in none if a share has no room. */
  async #count(shares: readonly Share[], characters: number): Promise<boolean> {
    for (const [at, { name, limit }] of shares.entries()) {
      if ((await this.cache.increment(name, characters, WAIT_MS)) <= limit) continue;
      await this.#giveBack(shares.slice(0, at + 1), characters);
      return false;
    }
    return true;
  }

  async #giveBack(shares: readonly Share[], characters: number): Promise<void> {
    await Promise.all(shares.map(({ name }) => this.cache.increment(name, -characters, WAIT_MS)));
  }
}

interface Share {
  readonly name: string;
  readonly limit: number;
}

/** Characters of a piece once it is encrypted, in base64. */
const sealedLength = ({ bytes }: WaitingPiece): number => Math.ceil((bytes.byteLength + SEAL_BYTES) / 3) * 4;

const sliceNames = (owner: WaitingOwner, event: WaitingEvent): string[] =>
  Array.from({ length: event.total }, (_, at) => sliceName(owner, event, at + 1));

const sliceName = (
  { projectNumber }: WaitingOwner,
  { sessionId, windowId, seq, total }: WaitingEvent,
  index: number,
): string => cacheName('slice', projectNumber, sessionId, windowId, seq, total, index);

/** Opens slice by slice, so that other work runs in between. */
async function openAll(ring: KeyRing, owner: WaitingOwner, event: WaitingEvent, sealed: readonly string[]) {
  const parts: Buffer[] = [];
  for (const [at, text] of sealed.entries()) {
    parts.push(await ring.openBytes(Buffer.from(text, 'base64'), ring.currentKeyId, sliceName(owner, event, at + 1)));
    await setImmediate();
  }
  return Buffer.concat(parts);
}
