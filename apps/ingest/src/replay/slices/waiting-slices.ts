import type { Cache } from '@svc/cache';
import { createKeyRing, type KeyRing } from '@svc/encryption';
import type { WaitingEvent } from '@svc/replay';
import { unavailable } from '@svc/service-error';
import { cacheName } from '../names.js';

/** How long slices wait for the others of their event, in milliseconds. */
export const WAIT_MS = 60_000;

/**
 * Characters of waiting slices in `WAIT_MS`, of a session and of a project, and of one slice, which is encrypted in one step. The shared
 * cache of a single process has 64 MiB and counts five bytes for two characters.
 */
export const WAITING_LIMITS = {
  session: 6 * 1024 * 1024,
  project: 12 * 1024 * 1024,
  slice: 2 * 1024 * 1024,
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
   * Keeps the slices of an event.
   *
   * @returns the body of the chunk of the event if all of its slices are there; `waiting` if not; `too_many` if nothing was kept.
   * @throws ServiceError unavailable if the cache keeps nothing.
   */
  async add(owner: WaitingOwner, event: WaitingEvent): Promise<Buffer | 'waiting' | 'too_many'> {
    const ring = createKeyRing(owner.key);
    if (!(await this.#isWithin(owner, event))) return 'too_many';
    for (const { index, text } of event.pieces) {
      const name = sliceName(owner, event, index);
      await this.cache.claim(name, ring.seal(text, name), WAIT_MS);
    }
    const all = await Promise.all(
      Array.from({ length: event.total }, (_, at) => this.cache.get(sliceName(owner, event, at + 1))),
    );
    if (event.pieces.some(({ index }) => all[index - 1] === undefined))
      throw unavailable(new Error('the shared cache does not keep slices of events'));
    const sealed = all.flatMap((text) => text ?? []);
    return sealed.length < event.total ? 'waiting' : openAll(ring, owner, event, sealed);
  }

  /** Forgets the slices of an event that is stored. */
  async drop(owner: WaitingOwner, event: WaitingEvent): Promise<void> {
    const names = Array.from({ length: event.total }, (_, at) => sliceName(owner, event, at + 1));
    await Promise.all(names.map((name) => this.cache.delete(name)));
  }

  async #isWithin({ projectNumber }: WaitingOwner, { sessionId, pieces }: WaitingEvent): Promise<boolean> {
    if (pieces.some(({ text }) => text.length > this.limits.slice)) return false;
    const characters = pieces.reduce((sum, { text }) => sum + text.length, 0);
    const [ofSession, ofProject] = await Promise.all([
      this.cache.increment(cacheName('waiting-session', projectNumber, sessionId), characters, WAIT_MS),
      this.cache.increment(cacheName('waiting-project', projectNumber), characters, WAIT_MS),
    ]);
    return ofSession <= this.limits.session && ofProject <= this.limits.project;
  }
}

const sliceName = (
  { projectNumber }: WaitingOwner,
  { sessionId, windowId, seq, total }: WaitingEvent,
  index: number,
): string => cacheName('slice', projectNumber, sessionId, windowId, seq, total, index);

/** Opens slice by slice, so that other work runs in between. */
async function openAll(ring: KeyRing, owner: WaitingOwner, event: WaitingEvent, sealed: readonly string[]) {
  const parts: Buffer[] = [];
  for (const [at, text] of sealed.entries()) {
    parts.push(Buffer.from(ring.open(text, sliceName(owner, event, at + 1))));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return Buffer.concat(parts);
}
