import { Listeners } from '../listeners.js';
import type { Listener, PubSub, Subscription } from '../port.js';

/** Delivers within the process, but like a network only after the current turn of the event loop. */
export class MemoryPubSub implements PubSub {
  private readonly listeners = new Listeners();

  publish(channel: string, message: string): Promise<void> {
    setImmediate(() => this.listeners.deliver(channel, message));
    return Promise.resolve();
  }

  subscribe(channel: string, listener: Listener): Promise<Subscription> {
    // A new function for each subscription, so that a listener can subscribe twice and close one of the two.
    const own: Listener = (message) => listener(message);
    this.listeners.add(channel, own);
    const close = (): Promise<void> => {
      this.listeners.remove(channel, own);
      return Promise.resolve();
    };
    return Promise.resolve({ close });
  }
}
