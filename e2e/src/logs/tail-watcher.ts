import { pace } from '@svc/testing';
import { LiveStream, type LiveEvent } from './live-stream.js';

export interface TailOptions {
  readonly key: string;
  /** Filters of the stream. */
  readonly query: string;
  /** The gateway of the next connection. */
  readonly chooseUrl: () => string;
}

/** A client that watches live logs and, whenever it is disconnected, continues with its last ID. */
export class TailWatcher {
  /** Bodies of the lines in the order in which they were shown. */
  readonly seen: string[] = [];
  connections = 0;
  #isWatching = true;
  readonly #watching: Promise<void>;

  constructor(options: TailOptions) {
    this.#watching = this.#watch(options);
  }

  async stop(): Promise<void> {
    this.#isWatching = false;
    await this.#watching;
  }

  async #watch({ key, query, chooseUrl }: TailOptions): Promise<void> {
    const { seen } = this;
    let lastId: string | undefined;
    while (this.#isWatching) {
      const stream = await LiveStream.attempt(key, query, lastId, chooseUrl()).catch(() => undefined);
      if (stream?.response.statusCode === 200) {
        this.connections++;
        const before = seen.length;
        let taken: readonly LiveEvent[];
        do {
          await pace(20);
          taken = untilDropped(stream);
          seen.splice(before, Infinity, ...taken.filter(({ name }) => name === 'log').map(getBody));
        } while (this.#isWatching && !stream.isClosed && taken.length === stream.events.length);
        lastId = taken.findLast(({ id }) => id !== undefined)?.id ?? lastId;
      }
      stream?.cut();
      await pace(50);
    }
  }
}

/** Lines that come faster than they can be handed on are reported as dropped; a client can reconnect at the earlier position. */
function untilDropped({ events }: LiveStream): readonly LiveEvent[] {
  const dropped = events.findIndex(({ name }) => name === 'dropped');
  return dropped < 0 ? [...events] : events.slice(0, dropped);
}

const getBody = ({ data }: LiveEvent): string => data['body'];
