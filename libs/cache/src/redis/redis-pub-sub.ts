import type { Redis } from 'ioredis';
import { Listeners } from '../listeners.js';
import type { Listener, PubSub, Subscription } from '../port.js';

/** A single connection subscribes for the whole process; after every reconnect it resubscribes to all channels with listeners. */
export class RedisPubSub implements PubSub {
  private readonly listeners = new Listeners();

  constructor(
    private readonly publisher: Redis,
    private readonly subscriber: Redis,
    private readonly prefix: string,
  ) {
    subscriber.on('ready', () => {
      const channels = this.listeners.channels();
      if (channels.length > 0) void this.#subscribeAt(channels);
    });
    subscriber.on('message', (channel, message) => this.listeners.deliver(channel, message));
  }

  async publish(channel: string, message: string): Promise<void> {
    await this.publisher.publish(this.prefix + channel, message).catch(() => 0);
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

  /** If it fails, the next reconnect subscribes. */
  async #subscribeAt(channels: string[]): Promise<void> {
    await this.subscriber.subscribe(...channels).catch(() => 0);
  }
}
