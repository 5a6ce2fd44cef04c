import { pace } from '@svc/testing';
import { readSockets } from './process-sockets.js';

const INTERVAL_MS = 20;

/** Watches which connections processes open while it runs. */
export class Watcher {
  readonly #seen = new Map<string, Set<number>>();
  readonly #udp = new Map<string, Set<number>>();
  readonly #listening = new Map<string, ReadonlySet<number>>();
  readonly #stopping = new AbortController();
  #watching: Promise<void> | undefined;
  #looking: Promise<unknown> = Promise.resolve();

  constructor(private readonly pids: ReadonlyMap<string, number>) {}

  start(): void {
    this.#watching ??= this.#watch();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watching;
  }

  /**
   * Waits until every process was checked again, if the watcher runs: a connection that stays open until then has been
   * seen.
   */
  async seen(): Promise<void> {
    if (!this.#watching) return;
    const begun = this.#looking;
    while (this.#looking === begun && !this.#stopping.signal.aborted) await pace(INTERVAL_MS);
    await this.#looking;
  }

  /** The TCP ports that a process listens on. */
  listening(name: string): ReadonlySet<number> {
    return this.#listening.get(name) ?? new Set();
  }

  /** The remote ports of connections that a process has opened, not accepted. */
  opened(name: string): ReadonlySet<number> {
    return this.#seen.get(name) ?? new Set();
  }

  /** The remote ports of its connected UDP sockets. */
  openedUdp(name: string): ReadonlySet<number> {
    return this.#udp.get(name) ?? new Set();
  }

  async #watch(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#looking = Promise.all(Array.from(this.pids, ([name, pid]) => this.#look(name, pid)));
      await this.#looking;
      await pace(INTERVAL_MS);
    }
  }

  async #look(name: string, pid: number): Promise<void> {
    const { listening, connections } = await readSockets(pid);
    const own = new Set(listening);
    this.#listening.set(name, own);
    for (const { protocol, localPort, remotePort } of connections)
      if (protocol === 'udp') add(this.#udp, name, remotePort);
      else if (!own.has(localPort)) add(this.#seen, name, remotePort);
  }
}

function add(to: Map<string, Set<number>>, name: string, port: number): void {
  const ports = to.get(name) ?? new Set();
  to.set(name, ports.add(port));
}
