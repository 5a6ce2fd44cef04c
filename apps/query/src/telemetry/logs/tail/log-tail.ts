import { ServiceError } from '@svc/errors';
import type { EventLog } from '@svc/event-log';
import type { Clock } from '@svc/service';
import { LogFeed } from './log-feed.js';
import { TailStream, type StreamLimits, type TailEvent, type TailRequest } from './tail-stream.js';

export interface TailLimits extends StreamLimits {
  readonly streamsPerProject: number;
}

const LIMITS: TailLimits = {
  heartbeatMs: 15_000,
  streamsPerProject: 10,
  maxItems: 1_000,
  maxBytes: 8 * 1024 * 1024,
};
/** A stream of another client may end at any moment. */
const RETRY_SECONDS = 10;

/** Streams log records as they arrive, from the event log, before they are in the store. */
export class LogTail {
  private readonly feed: LogFeed;
  private readonly streams = new Map<number, number>();

  constructor(
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
    private readonly limits: TailLimits = LIMITS,
  ) {
    this.feed = new LogFeed(eventLog);
  }

  /**
   * Resolves when no record that arrives from now on can be missed. Read the stream or abort its signal.
   *
   * @throws ServiceError `concurrency_limited` if the project has reached its limit of streams; `unavailable`.
   */
  async open(request: TailRequest): Promise<AsyncIterable<TailEvent>> {
    const leave = this.enter(request.projectNumber);
    const stream = new TailStream(this.eventLog, this.feed, request, this.limits, this.clock, leave);
    try {
      await stream.open();
      return stream.events();
    } catch (error) {
      stream.close();
      throw error;
    }
  }

  private enter(projectNumber: number): () => void {
    const others = this.streams.get(projectNumber) ?? 0;
    if (others >= this.limits.streamsPerProject) {
      throw new ServiceError('concurrency_limited', { retryAfterSeconds: RETRY_SECONDS });
    }
    this.streams.set(projectNumber, others + 1);
    return () => {
      const left = (this.streams.get(projectNumber) ?? 1) - 1;
      if (left === 0) this.streams.delete(projectNumber);
      else this.streams.set(projectNumber, left);
    };
  }
}
