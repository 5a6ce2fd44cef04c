import { Listeners } from '../listeners.js';
import type { Listener, PubSub, Subscription } from '../port.js';
import type { Connection } from './connection.js';

/** Milliseconds between two subscriptions of a connection to a cluster to all its channels. */
const RESUBSCRIBE_MS = 2_000;
/** A cluster accepts messages at any node, so they could overtake each other. As a key, the channel selects one node. */
const PUBLISH = `return redis.call('PUBLISH', KEYS[1], ARGV[1])`;

/**
 * A single connection subscribes for the whole process; after every reconnect it resubscribes to all channels with listeners. The
 * connection to a cluster does not announce that it subscribes at another node and may lose channels then, so it resubscribes
 * periodically as well.
 */
export class RedisPubSub implements PubSub {
  private readonly listeners = new Listeners();
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly publisher: Connection,
    private readonly subscriber: Connection,
    private readonly prefix: string,
    private readonly isCluster = false,
  ) {
    subscriber.on('ready', () => this.#resubscribe());
    if (isCluster) this.#timer = setInterval(() => this.#resubscribe(), RESUBSCRIBE_MS).unref();
    subscriber.on('message', (channel: string, message: string) => this.listeners.deliver(channel, message));
  }

  async publish(channel: string, message: string): Promise<void> {
    const prefixed = this.prefix + channel;
    const published = this.isCluster
      ? this.publisher.eval(PUBLISH, 1, prefixed, message)
      : this.publisher.publish(prefixed, message);
    await published.catch(() => 0);
  }

  async subscribe(channel: string, listener: Listener): Promise<Subscription> {
    const prefixed = this.prefix + channel;
    // A new function for each subscription, so that a listener can subscribe twice and close one of the two.
    const own: Listener = (message) => listener(message);
    this.listeners.add(prefixed, own);
    // A repeated subscription is harmless, and the first one may not have been confirmed yet.
    await this.#subscribeAt([prefixed]);
    return {
      close: async () => {
        if (this.listeners.remove(prefixed, own)) await this.subscriber.unsubscribe(prefixed).catch(() => 0);
      },
    };
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #resubscribe(): void {
    const channels = this.listeners.channels();
    if (channels.length > 0) void this.#subscribeAt(channels);
  }

  /** If it fails, the next reconnect subscribes. */
  async #subscribeAt(channels: string[]): Promise<void> {
    await this.subscriber.subscribe(...channels).catch(() => 0);
  }
}
