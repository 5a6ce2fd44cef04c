import type { EventLog, PartitionPosition } from '@svc/event-log';
import { OVERSIZED, type LogEntry } from '@svc/otlp';
import type { RecordPredicate } from '@svc/reading/search-language';
import { EventLoopYielder, type Clock } from '@svc/runtime';
import { ServiceError, unavailable } from '@svc/service-error';
import type { CatchUpLane } from './catch-up-lane.js';
import { LiveShare } from './live-share.js';
import { readPositions, type LogFeed, type Watching } from './log-feed.js';
import { decodeRequest, followRequests, type LoggedRequest } from './logged-requests.js';
import { Silence } from './silence.js';
import type { Place, TailPosition } from './tail-position.js';
import { BEHIND, TailQueue, type QueueLimits } from './tail-queue.js';

export interface TailRequest {
  readonly projectNumber: number;
  readonly credentialId: string;
  readonly matches: RecordPredicate<LogEntry>;
  /** The position of a former stream; a new one starts at the end of the log. */
  readonly resume: TailPosition | undefined;
  /** Creates the ID of an event from the position of the stream after it. */
  readonly toId: (position: TailPosition) => string;
  readonly signal: AbortSignal;
}

/** `id` is the stream's position after the event; absent if resuming there would skip something. */
export type TailEvent =
  | { readonly kind: 'log'; readonly id: string; readonly entry: LogEntry }
  | { readonly kind: 'heartbeat'; readonly id: string; readonly atMs: number }
  | DroppedEvent;

/** Matching records that are missing from the stream: a number of them, or an unknown number that had expired. */
export interface DroppedEvent {
  readonly kind: 'dropped';
  readonly count: number;
  readonly sinceMs?: number;
  readonly gap: boolean;
}

export interface StreamLimits extends QueueLimits {
  readonly heartbeatMs: number;
}

/** The dependencies that all streams share. */
export interface TailSources {
  readonly eventLog: EventLog;
  readonly feed: LogFeed;
  readonly lane: CatchUpLane;
}

/** A step of reading: a record to show, or the fact that no record precedes a place. */
type Step = { readonly partition: number; readonly after: Place; readonly entry?: LogEntry } | DroppedEvent;

/** A record that is too large to be shown. */
const OMITTED: DroppedEvent = { kind: 'dropped', count: 1, gap: false };
const GAP: DroppedEvent = { kind: 'dropped', count: 0, gap: true };

/**
 * One client's stream: first the records it missed, straight from the log at the client's pace, then the records that
 * the feed publishes. If its filters take too much of the event loop for that, it leaves the feed and reads the log
 * itself again, which is slower but complete.
 */
export class TailStream {
  /** The position of reading the log; the feed publishes only known records before it. */
  private readonly read = new Map<number, Place>();
  /** The position of the client. It trails `read` by the records in transit. */
  private readonly shown = new Map<number, Place>();
  private readonly queue: TailQueue;
  private readonly share = new LiveShare();
  private readonly reading = new AbortController();
  private ends: ReadonlyMap<number, number> = new Map();
  private hasGap = false;
  private watching: Watching | undefined;
  private isLive = false;
  private isClosed = false;

  constructor(
    private readonly sources: TailSources,
    private readonly request: TailRequest,
    private readonly limits: StreamLimits,
    private readonly clock: Clock,
    private readonly onClosed: () => void,
  ) {
    this.queue = new TailQueue(limits, clock);
    // Also for a stream that is never read.
    request.signal.addEventListener('abort', this.close, { once: true });
  }

  /** Resolves when no record that arrives from now on can be missed. */
  async open(): Promise<void> {
    this.request.signal.throwIfAborted();
    if (this.request.resume) this.#resumeAt(this.request.resume, await readPositions(this.sources.eventLog));
    else for (const [partition, offset] of await this.#watch()) this.#pass(partition, { offset, row: 0 });
  }

  async *events(): AsyncGenerator<TailEvent> {
    try {
      // A client whose connection breaks before the first record would otherwise have no ID to resume from.
      if (!this.request.resume) yield this.#heartbeat();
      yield* this.#followingEvents();
    } finally {
      this.close();
    }
  }

  async *#followingEvents(): AsyncGenerator<TailEvent> {
    const steps = this.#steps();
    const silence = new Silence(this.limits.heartbeatMs);
    let next = steps.next();
    try {
      for (;;) {
        const result = await silence.unlessSilent(next);
        if (result?.done) return;
        const event = result ? this.#toEvent(result.value) : this.#heartbeat();
        if (event) {
          yield event;
          silence.reset();
        }
        if (result) next = steps.next();
      }
    } finally {
      silence.end();
      this.close();
      next.catch(() => undefined);
      steps.return(undefined).catch(() => undefined);
    }
  }

  readonly close = (): void => {
    if (this.isClosed) return;
    this.isClosed = true;
    this.request.signal.removeEventListener('abort', this.close);
    this.reading.abort();
    this.watching?.leave();
    this.queue.fail(new ServiceError('cancelled'));
    this.onClosed();
  };

  async *#steps(): AsyncGenerator<Step> {
    if (this.request.resume) {
      if (this.hasGap) yield GAP;
      yield* this.#goLive(this.ends);
    }
    this.isLive = true;
    for (;;) {
      const taken = await this.queue.take();
      if (taken === BEHIND) {
        yield* this.#goLive(toEnds(await readPositions(this.sources.eventLog)));
        this.share.reset();
        this.isLive = true;
      } else if ('entry' in taken) yield { ...taken, after: { offset: taken.offset, row: taken.entry.place + 1 } };
      else yield { kind: 'dropped', ...taken, gap: false };
    }
  }

  /** Reads up to these offsets and joins the feed. */
  async *#goLive(ends: ReadonlyMap<number, number>): AsyncGenerator<Step> {
    yield* this.#catchUp(ends);
    // Records that arrived in the meantime are between here and the feed's position.
    yield* this.#catchUp(await this.#watch());
  }

  /** Reads from the current position up to these offsets; waits for the client instead of dropping records. */
  async *#catchUp(ends: ReadonlyMap<number, number>): AsyncGenerator<Step> {
    const isLagging = (partition: number): boolean => this.#getPlace(partition).offset < (ends.get(partition) ?? 0);
    const lagging = [...ends.keys()].filter(isLagging);
    if (lagging.length === 0) return;
    const from = new Map(lagging.map((partition) => [partition, this.#getPlace(partition).offset]));
    const yielder = new EventLoopYielder(1);
    for await (const request of followRequests(this.sources.eventLog, { from, signal: this.reading.signal })) {
      const { partition, record } = request;
      const end = ends.get(partition) ?? 0;
      if (!isLagging(partition)) continue;
      if (record.offset > this.#getPlace(partition).offset) yield GAP;
      if (record.offset < end) yield* this.#matching(request);
      const passed = { offset: Math.min(record.offset + 1, end), row: 0 };
      this.read.set(partition, passed);
      yield { partition, after: passed };
      if (!lagging.some(isLagging)) return;
      if (yielder.isDue()) await yielder.yield();
    }
    throw unavailable(new Error('the event log was closed'));
  }

  /** Stops in the middle of a request if the client leaves. */
  async *#matching(request: LoggedRequest): AsyncGenerator<Step> {
    const { partition, record, envelope } = request;
    const { projectNumber } = this.request;
    if (envelope.projectNumber !== projectNumber) return;
    const entries = (await decodeRequest(request))[Symbol.iterator]();
    const found: Step[] = [];
    const step = (): boolean => {
      const next = entries.next();
      if (next.done === true || this.isClosed) return false;
      const { value } = next;
      if (value === OVERSIZED) found.push(OMITTED);
      else if (value && this.#isNewMatch(partition, record.offset, value)) {
        found.push({ partition, after: { offset: record.offset, row: value.place + 1 }, entry: value });
      }
      return true;
    };
    for (let hasMore = true; hasMore && !this.isClosed;) {
      hasMore = await this.sources.lane.runTurn(projectNumber, this.reading.signal, step);
      yield* found.splice(0);
    }
  }

  #resumeAt(resume: TailPosition, positions: readonly PartitionPosition[]): void {
    this.ends = toEnds(positions);
    for (const { partition, firstOffset, endOffset } of positions) {
      const place = resume.get(partition) ?? { offset: firstOffset, row: 0 };
      // An offset beyond the end means that the log was replaced.
      const isExpired = place.offset < firstOffset || place.offset > endOffset;
      this.hasGap ||= isExpired;
      this.#pass(partition, isExpired ? { offset: firstOffset, row: 0 } : place);
    }
  }

  /** Resolves with the feed's position when it started to publish to this stream. */
  async #watch(): Promise<ReadonlyMap<number, number>> {
    const watching = await this.sources.feed.watch({
      projectNumber: this.request.projectNumber,
      publish: (partition, offset, entry) => {
        if (entry === OVERSIZED) this.queue.drop();
        else if (this.isLive && this.share.isExceeded) this.#fallBehind(partition, { offset, row: entry.place });
        else if (this.share.spend(() => this.#isNewMatch(partition, offset, entry))) {
          this.queue.push({ partition, offset, entry });
        }
      },
      fail: (error) => this.queue.fail(error),
    });
    this.watching = watching;
    if (this.isClosed) watching.leave();
    return watching.start;
  }

  /** Leaves the feed before the record at this place, so that the stream does not delay the others. */
  #fallBehind(partition: number, place: Place): void {
    this.isLive = false;
    for (const [other, offset] of this.watching?.next ?? []) this.read.set(other, { offset, row: 0 });
    this.read.set(partition, place);
    this.watching?.leave();
    this.queue.fallBehind();
  }

  /** Whether a record of the request at this offset matches and was not read before. */
  #isNewMatch(partition: number, offset: number, entry: LogEntry): boolean {
    const { offset: at, row } = this.#getPlace(partition);
    return (offset > at || (offset === at && entry.place >= row)) && this.request.matches(entry);
  }

  #toEvent(step: Step): TailEvent | undefined {
    if ('kind' in step) return step;
    this.shown.set(step.partition, step.after);
    return step.entry && { kind: 'log', id: this.request.toId(this.shown), entry: step.entry };
  }

  /**
   * Moves a client without matching records along with the log, so that it need not read all of it when it reconnects.
   */
  #heartbeat(): TailEvent {
    if (this.isLive && this.queue.isEmpty) {
      for (const [partition, offset] of this.watching?.next ?? []) {
        if (offset > (this.shown.get(partition)?.offset ?? -1)) this.shown.set(partition, { offset, row: 0 });
      }
    }
    return { kind: 'heartbeat', id: this.request.toId(this.shown), atMs: this.clock() };
  }

  #pass(partition: number, place: Place): void {
    this.read.set(partition, place);
    this.shown.set(partition, place);
  }

  #getPlace(partition: number): Place {
    return this.read.get(partition) ?? { offset: 0, row: 0 };
  }
}

function toEnds(positions: readonly PartitionPosition[]): ReadonlyMap<number, number> {
  return new Map(positions.map(({ partition, endOffset }) => [partition, endOffset]));
}
