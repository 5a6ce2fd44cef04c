import { TOPIC_BY_SIGNAL, type EventLog, type PartitionPosition } from '@svc/event-log';
import { EventLoopYielder } from '@svc/runtime';
import { unavailable } from '@svc/service-error';
import { decodeRequest, followRequests, type DecodingStep, type LoggedRequest } from './logged-requests.js';

/** A subscriber to the log records of one project. */
export interface Watcher {
  readonly projectNumber: number;
  /** Receives the records of the request at this offset one by one, in the order of the log. */
  publish(partition: number, offset: number, record: Exclude<DecodingStep, undefined>): void;
  /** Called when nothing more will come. */
  fail(error: unknown): void;
}

export interface Watching {
  /** The offset of each partition from which on the watcher receives everything. */
  readonly start: ReadonlyMap<number, number>;
  /** The offset of each partition up to which everything was published; it grows. */
  readonly next: ReadonlyMap<number, number>;
  /** Safe to call twice. */
  leave(): void;
}

/**
 * Follows the event log on behalf of all watchers: the log is read once, and a request is decoded once, only if its
 * project is being watched. Reads nothing while there are no watchers.
 */
export class LogFeed {
  private run: FeedRun | undefined;

  constructor(private readonly eventLog: EventLog) {}

  /**
   * The watcher receives everything from the returned start on. Rejects with `unavailable` if the log cannot be
   * read.
   */
  async watch(watcher: Watcher): Promise<Watching> {
    const run = (this.run ??= this.#start());
    run.expect();
    try {
      await run.opened;
      return run.add(watcher);
    } finally {
      run.expected();
    }
  }

  #start(): FeedRun {
    const run: FeedRun = new FeedRun(this.eventLog, () => {
      if (this.run === run) this.run = undefined;
    });
    return run;
  }
}

/** One run of following, from the first watcher to the last. */
class FeedRun {
  readonly opened: Promise<void>;
  private readonly next = new Map<number, number>();
  private readonly watchers = new Map<number, Set<Watcher>>();
  /** The position after the request that is being published; a watcher that arrives during that starts there. */
  private upcoming: readonly [partition: number, offset: number] | undefined;
  private readonly yielder = new EventLoopYielder(1);
  private readonly ending = new AbortController();
  private arriving = 0;

  constructor(
    private readonly eventLog: EventLog,
    private readonly onEnded: () => void,
  ) {
    this.opened = this.#open();
    // Callers that wait for `opened` handle the error; others need not.
    this.opened.catch(() => this.#end());
  }

  expect(): void {
    this.arriving++;
  }

  expected(): void {
    this.arriving--;
    this.#endWhenAlone();
  }

  add(watcher: Watcher): Watching {
    if (this.ending.signal.aborted) throw unavailable(new Error('the log follower has ended'));
    const { projectNumber } = watcher;
    const others = this.watchers.get(projectNumber) ?? new Set();
    this.watchers.set(projectNumber, others.add(watcher));
    const leave = (): void => {
      others.delete(watcher);
      if (others.size === 0 && this.watchers.get(projectNumber) === others) this.watchers.delete(projectNumber);
      this.#endWhenAlone();
    };
    const start = new Map([...this.next, ...(this.upcoming ? [this.upcoming] : [])]);
    return { start, next: this.next, leave };
  }

  async #open(): Promise<void> {
    for (const { partition, endOffset } of await readPositions(this.eventLog)) this.next.set(partition, endOffset);
    void this.#follow();
  }

  async #follow(): Promise<void> {
    try {
      await this.#publishAll();
      this.#fail(unavailable(new Error('the event log was closed')));
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#end();
    }
  }

  async #publishAll(): Promise<void> {
    const reading = { from: new Map(this.next), signal: this.ending.signal };
    for await (const request of followRequests(this.eventLog, reading)) {
      const { partition, record, envelope } = request;
      const watchers = this.watchers.get(envelope.projectNumber);
      this.upcoming = [partition, record.offset + 1];
      if (watchers) await this.#publish(request, watchers);
      this.upcoming = undefined;
      this.next.set(partition, record.offset + 1);
      if (this.yielder.isDue()) await this.yielder.yield();
    }
  }

  /** Publishes one request to the streams that watch at its beginning. Ends early when no stream watches any more. */
  async #publish(request: LoggedRequest, watchers: ReadonlySet<Watcher>): Promise<void> {
    const { partition, record } = request;
    const present = [...watchers];
    for (const step of await decodeRequest(request)) {
      if (this.yielder.isDue()) await this.yielder.yield();
      if (this.ending.signal.aborted) return;
      if (step === undefined) continue;
      for (const watcher of present) {
        if (watchers.has(watcher)) watcher.publish(partition, record.offset, step);
        if (this.yielder.isDue()) await this.yielder.yield();
      }
    }
  }

  #fail(error: unknown): void {
    for (const watchers of this.watchers.values()) for (const watcher of watchers) watcher.fail(error);
  }

  #endWhenAlone(): void {
    if (this.arriving === 0 && this.watchers.size === 0) this.#end();
  }

  #end(): void {
    this.ending.abort();
    this.onEnded();
  }
}

/** Creates the topic if no log record was ever received, so that the stream sees the first one. */
export async function readPositions(eventLog: EventLog): Promise<readonly PartitionPosition[]> {
  const positions = await eventLog.positions(TOPIC_BY_SIGNAL.logs);
  if (positions.length > 0) return positions;
  await eventLog.ensureTopic(TOPIC_BY_SIGNAL.logs);
  return eventLog.positions(TOPIC_BY_SIGNAL.logs);
}
