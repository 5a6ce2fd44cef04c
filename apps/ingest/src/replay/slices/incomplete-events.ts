import type { Cache } from '@svc/cache';
import type { PagePlace, WaitingEvent } from '@svc/replay';
import { CHUNK_TTL_MS } from '../chunk-claims.js';
import { cacheName } from '../names.js';
import { WAIT_MS } from './waiting-slices.js';

/** Incomplete events of one page that are remembered. */
const MAX_EVENTS = 100;

/** An event of which slices were accepted and others are missing. */
interface IncompleteEvent {
  readonly seq: number;
  /** Log records that were accepted. */
  readonly records: number;
  /** When its slices are gone, in milliseconds since 1970. */
  readonly untilMs: number;
}

/**
 * Remembers which events of a page are incomplete, so that the loss of their slices is reported once they are gone: their requests were
 * answered long before.
 */
export class IncompleteEvents {
  constructor(
    private readonly cache: Cache,
    private readonly clock: () => number,
  ) {}

  async add(projectNumber: number, { pieces, seq, ...page }: WaitingEvent): Promise<void> {
    const all = await this.#read(projectNumber, page);
    const before = all.find((event) => event.seq === seq);
    const event = {
      seq,
      records: (before?.records ?? 0) + pieces.length,
      untilMs: before?.untilMs ?? this.clock() + WAIT_MS,
    };
    await this.#write(projectNumber, page, [...all.filter((other) => other !== before), event].slice(-MAX_EVENTS));
  }

  /** Forgets an event whose slices have all arrived. */
  async remove(projectNumber: number, { seq, ...page }: WaitingEvent): Promise<void> {
    const all = await this.#read(projectNumber, page);
    const others = all.filter((event) => event.seq !== seq);
    if (others.length < all.length) await this.#write(projectNumber, page, others);
  }

  /** The events of a page that lost slices since they were asked for last. */
  async takeLost(projectNumber: number, page: PagePlace): Promise<readonly Pick<IncompleteEvent, 'seq' | 'records'>[]> {
    const all = await this.#read(projectNumber, page);
    const now = this.clock();
    const lost = all.filter(({ untilMs }) => untilMs <= now);
    if (lost.length === 0) return lost;
    await this.#write(
      projectNumber,
      page,
      all.filter((event) => !lost.includes(event)),
    );
    return lost;
  }

  async #read(projectNumber: number, page: PagePlace): Promise<IncompleteEvent[]> {
    const text = await this.cache.get(nameOf(projectNumber, page));
    return text === undefined ? [] : (JSON.parse(text) as IncompleteEvent[]);
  }

  async #write(projectNumber: number, page: PagePlace, events: readonly IncompleteEvent[]): Promise<void> {
    const name = nameOf(projectNumber, page);
    if (events.length === 0) await this.cache.delete(name);
    else await this.cache.set(name, JSON.stringify(events), CHUNK_TTL_MS);
  }
}

const nameOf = (projectNumber: number, { sessionId, windowId }: PagePlace): string =>
  cacheName('incomplete', projectNumber, sessionId, windowId);
