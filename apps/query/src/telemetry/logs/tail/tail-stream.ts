import { ServiceError, unavailable } from '@svc/errors';
import type { EventLog, PartitionPosition } from '@svc/event-log';
import type { LogEntry } from '@svc/otlp';
import type { Clock } from '@svc/service';
import type { RecordPredicate } from '@svc/reading/search-language';
import { positionsOf, type LogFeed, type Watching } from './log-feed.js';
import { entriesOf, followRequests, type LoggedRequest } from './logged-requests.js';
import { Silence } from './silence.js';
import { encodePosition, type Place, type TailPosition } from './tail-position.js';
import { TailQueue, type QueueLimits } from './tail-queue.js';

export interface TailRequest {
  readonly projectNumber: number;
  readonly holds: RecordPredicate<LogEntry>;
  /** Where a former stream stood; a new one begins at the end of the log. */
  readonly resume: TailPosition | undefined;
  readonly signal: AbortSignal;
}

/** `id` says where the stream stands behind the event; absent where coming back behind it would skip something. */
export type TailEvent =
  | { readonly kind: 'log'; readonly id: string; readonly entry: LogEntry }
  | { readonly kind: 'heartbeat'; readonly id: string; readonly atMs: number }
  | DroppedEvent;

/** Records that match and are not in the stream: so many, or what had expired before anybody counted it. */
export interface DroppedEvent {
  readonly kind: 'dropped';
  readonly count: number;
  readonly sinceMs?: number;
  readonly gap: boolean;
}

export interface StreamLimits extends QueueLimits {
  readonly heartbeatMs: number;
}

/** What reading brings: a record to show, or that there is none before a place. */
type Step = { readonly partition: number; readonly behind: Place; readonly entry?: LogEntry } | DroppedEvent;

const GAP: DroppedEvent = { kind: 'dropped', count: 0, gap: true };

/** One client's stream: first what it missed, straight from the log and as fast as it takes it, then what the feed publishes. */
export class TailStream {
  /** Where reading the log stands; what the feed publishes of records before it is known already. */
  private readonly read = new Map<number, Place>();
  /** Where the client stands. Behind `read` by what is on its way to it. */
  private readonly shown = new Map<number, Place>();
  private readonly queue: TailQueue;
  private readonly reading = new AbortController();
  private ends: ReadonlyMap<number, number> = new Map();
  private hasGap = false;
  private watching: Watching | undefined;
  private isLive = false;
  private isClosed = false;

  constructor(
    private readonly eventLog: EventLog,
    private readonly feed: LogFeed,
    private readonly request: TailRequest,
    private readonly limits: StreamLimits,
    private readonly clock: Clock,
    private readonly onClosed: () => void,
  ) {
    this.queue = new TailQueue(limits, clock);
    // Also for a stream that is never read.
    request.signal.addEventListener('abort', this.close, { once: true });
  }

  /** Resolves when nothing that arrives from now on can be missed. */
  async open(): Promise<void> {
    this.request.signal.throwIfAborted();
    if (this.request.resume) this.resumeAt(this.request.resume, await positionsOf(this.eventLog));
    else for (const [partition, offset] of await this.watch()) this.pass(partition, { offset, row: 0 });
  }

  async *events(): AsyncGenerator<TailEvent> {
    const steps = this.steps();
    const silence = new Silence(this.limits.heartbeatMs);
    let next = steps.next();
    try {
      for (;;) {
        const result = await silence.orElse(next);
        if (result?.done) return;
        const event = result ? this.eventOf(result.value) : this.heartbeat();
        if (event) {
          yield event;
          silence.breakOff();
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

  private async *steps(): AsyncGenerator<Step> {
    if (this.request.resume) {
      if (this.hasGap) yield GAP;
      yield* this.catchUp(this.ends);
      // What arrived meanwhile lies between here and where the feed stands.
      yield* this.catchUp(await this.watch());
    }
    this.isLive = true;
    for (;;) {
      const taken = await this.queue.take();
      if ('entry' in taken) yield { ...taken, behind: { offset: taken.offset, row: taken.entry.place + 1 } };
      else yield { kind: 'dropped', ...taken, gap: false };
    }
  }

  /** Reads from where reading stands up to these offsets; waits for the client instead of leaving something out. */
  private async *catchUp(ends: ReadonlyMap<number, number>): AsyncGenerator<Step> {
    const isBehind = (partition: number): boolean => this.placeOf(partition).offset < (ends.get(partition) ?? 0);
    const behind = [...ends.keys()].filter(isBehind);
    if (behind.length === 0) return;
    const from = new Map(behind.map((partition) => [partition, this.placeOf(partition).offset]));
    for await (const request of followRequests(this.eventLog, { from, signal: this.reading.signal })) {
      const { partition, record } = request;
      const end = ends.get(partition) ?? 0;
      if (!isBehind(partition)) continue;
      if (record.offset > this.placeOf(partition).offset) yield GAP;
      if (record.offset < end) yield* this.matching(request);
      const passed = { offset: Math.min(record.offset + 1, end), row: 0 };
      this.read.set(partition, passed);
      yield { partition, behind: passed };
      if (!behind.some(isBehind)) return;
    }
    throw unavailable(new Error('the event log was closed'));
  }

  private *matching(request: LoggedRequest): Generator<Step> {
    const { partition, record, envelope } = request;
    if (envelope.projectNumber !== this.request.projectNumber) return;
    for (const entry of this.chosen(partition, record.offset, entriesOf(request))) {
      yield { partition, behind: { offset: record.offset, row: entry.place + 1 }, entry };
    }
  }

  private resumeAt(resume: TailPosition, positions: readonly PartitionPosition[]): void {
    this.ends = new Map(positions.map(({ partition, endOffset }) => [partition, endOffset]));
    for (const { partition, firstOffset, endOffset } of positions) {
      const place = resume.get(partition) ?? { offset: firstOffset, row: 0 };
      // Beyond the end: the log is another one than it was.
      const isExpired = place.offset < firstOffset || place.offset > endOffset;
      this.hasGap ||= isExpired;
      this.pass(partition, isExpired ? { offset: firstOffset, row: 0 } : place);
    }
  }

  /** Resolves with where the feed stood when it began to tell us. */
  private async watch(): Promise<ReadonlyMap<number, number>> {
    const watching = await this.feed.watch({
      projectNumber: this.request.projectNumber,
      publish: (partition, offset, entries) => {
        for (const entry of this.chosen(partition, offset, entries)) this.queue.push({ partition, offset, entry });
      },
      fail: (error) => this.queue.fail(error),
    });
    this.watching = watching;
    if (this.isClosed) watching.leave();
    return new Map(watching.next);
  }

  /** The records of a request that match and were not read before. */
  private chosen(partition: number, offset: number, entries: readonly LogEntry[]): LogEntry[] {
    const { offset: at, row } = this.placeOf(partition);
    if (offset < at) return [];
    return entries.filter((entry) => (offset > at || entry.place >= row) && this.request.holds(entry));
  }

  private eventOf(step: Step): TailEvent | undefined {
    if ('kind' in step) return step;
    this.shown.set(step.partition, step.behind);
    return step.entry && { kind: 'log', id: encodePosition(this.shown), entry: step.entry };
  }

  /** Moves a client whom nothing concerns along with the log, so that coming back it need not read all of it. */
  private heartbeat(): TailEvent {
    if (this.isLive && this.queue.isEmpty) {
      for (const [partition, offset] of this.watching?.next ?? []) {
        if (offset > (this.shown.get(partition)?.offset ?? -1)) this.shown.set(partition, { offset, row: 0 });
      }
    }
    return { kind: 'heartbeat', id: encodePosition(this.shown), atMs: this.clock() };
  }

  private pass(partition: number, place: Place): void {
    this.read.set(partition, place);
    this.shown.set(partition, place);
  }

  private placeOf(partition: number): Place {
    return this.read.get(partition) ?? { offset: 0, row: 0 };
  }
}
