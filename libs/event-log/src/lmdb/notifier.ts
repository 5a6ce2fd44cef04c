import { BroadcastChannel } from 'node:worker_threads';
import type { Tables } from './storage/tables.js';

/** Wakes loops when something may have changed. */
export class Notifier {
  private readonly waiting = new Set<() => void>();

  notify(): void {
    const woken = [...this.waiting];
    this.waiting.clear();
    for (const wake of woken) wake();
  }

  /** Resolves at the next notification, after `ms`, or when the signal aborts, whichever comes first. */
  wait(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.waiting.add(wake);
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}

/** The factor by which the interval of checks grows while nothing changes. */
const BACKOFF_FACTOR = 2;
/** The longest interval, as a multiple of the shortest. */
const MAX_INTERVAL_FACTOR = 40;

/** The engine has it at run time. Its declared statistics also open a read transaction and walk the list of free pages. */
interface WithEnvironment {
  readonly env: { info(): { readonly lastTxnId: number } };
}

/**
 * Notifies when another process or thread has committed. It checks the number of the last transaction instead of every
 * partition, so that waiting consumers are cheap. After a change it checks at the given interval, and up to forty times
 * less often while nothing changes, because wake-ups are most of the cost of a service at rest. Commits of other
 * threads of this process are announced, and do not wait for that. Returns a function that ends it.
 */
export function watchTransactions(
  tables: Tables,
  changed: Notifier,
  { everyMs, commits }: { readonly everyMs: number; readonly commits: Commits },
): () => void {
  const { env } = tables.root as unknown as WithEnvironment;
  let last = -1;
  let pauseMs = everyMs;
  let timer: NodeJS.Timeout;
  const check = (): void => {
    clearTimeout(timer);
    const { lastTxnId } = env.info();
    pauseMs = lastTxnId === last ? Math.min(pauseMs * BACKOFF_FACTOR, everyMs * MAX_INTERVAL_FACTOR) : everyMs;
    if (lastTxnId !== last) changed.notify();
    last = lastTxnId;
    timer = setTimeout(check, pauseMs).unref();
  };
  check();
  commits.onAnnounced(() => pauseMs > everyMs && check());
  return () => {
    clearTimeout(timer);
    commits.onAnnounced(() => undefined);
  };
}

/** Announces commits to the other threads of this process that have the same log open. */
export class Commits {
  readonly #channel: BroadcastChannel;
  #announcedMs = -Infinity;

  /** @param everyMs the interval of checks after a change, which detect commits soon after an announcement. */
  constructor(
    directory: string,
    private readonly everyMs: number,
  ) {
    this.#channel = new BroadcastChannel(`svc-event-log:${directory}`);
    this.#channel.unref();
  }

  announce(): void {
    const nowMs = performance.now();
    if (nowMs - this.#announcedMs < this.everyMs) return;
    this.#announcedMs = nowMs;
    this.#channel.postMessage(undefined);
  }

  onAnnounced(listener: () => void): void {
    this.#channel.onmessage = listener;
  }

  close(): void {
    this.#channel.close();
  }
}

/** Resolves after `ms` or when the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Notifier().wait(ms, signal);
}
