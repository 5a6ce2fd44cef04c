import type { EventLog } from '@svc/event-log';
import type { Clock } from '@svc/runtime';
import { CatchUpLane } from './catch-up-lane.js';
import { LogFeed } from './log-feed.js';
import { StreamPlaces, type StreamCounts } from './stream-places.js';
import { TailStream, type StreamLimits, type TailEvent, type TailRequest } from './tail-stream.js';

export interface TailLimits extends StreamLimits {
  readonly streams: StreamCounts;
}

const LIMITS: TailLimits = {
  heartbeatMs: 15_000,
  streams: { perProject: 10, perCredential: 6 },
  maxItems: 1_000,
  maxBytes: 8 * 1024 * 1024,
};

/** Streams log records as they arrive, from the event log, before they are in the store. */
export class LogTail {
  private readonly feed: LogFeed;
  private readonly lane = new CatchUpLane();
  private readonly places: StreamPlaces;

  constructor(
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
    private readonly limits: TailLimits = LIMITS,
  ) {
    this.feed = new LogFeed(eventLog);
    this.places = new StreamPlaces(limits.streams);
  }

  /**
   * Resolves when no record that arrives from now on can be missed. Read the stream or abort its signal.
   *
   * @throws ServiceError `concurrency_limited` if the project or the credential has reached its limit of streams;
   * `unavailable`.
   */
  async open(request: TailRequest): Promise<AsyncIterable<TailEvent>> {
    const { projectNumber, credentialId } = request;
    const leave = this.places.enter(projectNumber, credentialId);
    const sources = { eventLog: this.eventLog, feed: this.feed, lane: this.lane };
    const stream = new TailStream(sources, request, this.limits, this.clock, leave);
    try {
      await stream.open();
      return stream.events();
    } catch (error) {
      stream.close();
      throw error;
    }
  }
}
