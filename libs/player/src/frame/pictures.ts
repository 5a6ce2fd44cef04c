import type { RecordedEvent } from '../contract.js';
import { EVENT } from './rrweb.js';

/** The viewport of a picture whose recording does not say it. */
const UNKNOWN_VIEWPORT: unknown = { href: '', width: 1280, height: 720 };
/** Shorter losses are not worth a word: a recorder takes some milliseconds for a full snapshot, and frames may send changes meanwhile. */
const NOTICEABLE_MS = 1_000;

/** A time without a picture. */
export interface LostPicture {
  readonly fromMs: number;
  /** The time of the next picture. */
  readonly toMs: number;
}

export interface Arranged {
  /** Events that can be shown, in their order. Those of a recording begin with a Meta event and a full snapshot. */
  readonly events: readonly RecordedEvent[];
  readonly lost: readonly LostPicture[];
}

/**
 * Arranges events for the player of rrweb, which shows a blank page for changes of a page whose full snapshot is missing, and which expects
 * a Meta event right before each full snapshot. Either is missing where a chunk is.
 */
export class Pictures {
  #viewport = UNKNOWN_VIEWPORT;
  /** There is none before the first full snapshot, and none of the new page after a Meta event that no full snapshot follows. */
  #hasPicture = false;
  #isNewPage = false;
  #lostFromMs: number | undefined;

  /** Arranges the events that follow those of the calls before. */
  arrange(events: readonly RecordedEvent[]): Arranged {
    const shown: RecordedEvent[] = [];
    const lost: LostPicture[] = [];
    for (const event of events) {
      const { type, timestamp } = event;
      if (type === EVENT.meta) {
        this.#viewport = event.data ?? UNKNOWN_VIEWPORT;
        this.#isNewPage = true;
      } else if (type === EVENT.fullSnapshot) {
        shown.push({ type: EVENT.meta, timestamp, data: this.#viewport }, event);
        lost.push(...this.#begin(timestamp));
      } else if (type === EVENT.incremental && (this.#isNewPage || !this.#hasPicture)) {
        this.#hasPicture = false;
        this.#lostFromMs ??= timestamp;
      } else if (this.#hasPicture) shown.push(event);
    }
    return { events: shown, lost };
  }

  /** Whether what was recorded last cannot be shown before another full snapshot. */
  get isLost(): boolean {
    return this.#lostFromMs !== undefined;
  }

  #begin(toMs: number): readonly LostPicture[] {
    const fromMs = this.#lostFromMs;
    this.#hasPicture = true;
    this.#isNewPage = false;
    this.#lostFromMs = undefined;
    return fromMs !== undefined && toMs - fromMs >= NOTICEABLE_MS ? [{ fromMs, toMs }] : [];
  }
}
