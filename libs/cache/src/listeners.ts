import type { Listener } from './port.js';

/** The listeners of each channel in this process. */
export class Listeners {
  private readonly byChannel = new Map<string, Set<Listener>>();

  /** Adds a listener. True if it is the first of its channel. */
  add(channel: string, listener: Listener): boolean {
    const known = this.byChannel.get(channel);
    if (known) known.add(listener);
    else this.byChannel.set(channel, new Set([listener]));
    return !known;
  }

  /** Removes a listener. True if it was the last of its channel. */
  remove(channel: string, listener: Listener): boolean {
    const known = this.byChannel.get(channel);
    if (!known?.delete(listener) || known.size > 0) return false;
    this.byChannel.delete(channel);
    return true;
  }

  channels(): string[] {
    return [...this.byChannel.keys()];
  }

  deliver(channel: string, message: string): void {
    for (const listener of [...(this.byChannel.get(channel) ?? [])]) {
      try {
        listener(message);
      } catch {
        // A failing listener must not affect others, and reports its failures itself.
      }
    }
  }
}
