import { pace } from '@svc/testing';
import type { Topology } from '@svc/testing';

/** Processes that acknowledged data passes through, which are chosen more often than others. */
const ON_THE_WAY = /^(standalone|ingest.*|kafka|columnar)$/;

/** The longest pause; runs by hand can exceed health checks (about 20 s) and the sessions of consumers (30 s). */
const FREEZE_MS = Number(process.env['SVC_E2E_FREEZE_SECONDS'] ?? 1.6) * 1000;

/** Breaks a running service at random: kills and pauses its processes and the servers that it depends on. */
export class Faults {
  /** Counts of faults for the report: `kill kafka` and so on. */
  readonly done = new Map<string, number>();
  readonly #running = new Set<Promise<void>>();

  constructor(
    private readonly topology: Topology,
    private readonly random: () => number,
  ) {}

  /** One fault. Every other time the next one may follow before everything works again. */
  async strike(): Promise<void> {
    const every = [...this.topology.processes.keys(), ...this.topology.dependencies.keys()];
    const names = this.random() < 0.5 ? every : every.filter((name) => ON_THE_WAY.test(name));
    const name = names[Math.floor(this.random() * names.length)] ?? '';
    // The moment varies between faults and runs; nothing is awaited by it.
    await pace(50 + 750 * this.random());
    if (this.random() < 0.25) await this.#freeze(name, 100 + (FREEZE_MS - 100) * this.random());
    else await this.#kill(name);
    if (this.random() < 0.5) await this.topology.ready();
  }

  /** Resolves when everything that was broken is back. */
  async end(): Promise<void> {
    await Promise.all(this.#running);
    await this.topology.ready();
  }

  async #kill(name: string): Promise<void> {
    this.#count(`kill ${name}`);
    const child = this.topology.processes.get(name);
    await child?.kill();
    child?.start();
    const dependency = this.topology.dependencies.get(name)?.kill();
    if (dependency) this.#track(dependency);
  }

  /** Pauses a process with SIGSTOP: it exists but does not respond. Then it resumes. */
  async #freeze(name: string, ms: number): Promise<void> {
    const child = this.topology.processes.get(name);
    const pid = child?.running ? child.pid : this.topology.dependencies.get(name)?.pid;
    if (pid === undefined) return;
    this.#count(`freeze ${name}`);
    process.kill(pid, 'SIGSTOP');
    await pace(ms);
    try {
      process.kill(pid, 'SIGCONT');
    } catch {
      // Its supervisor has killed it because it did not respond.
    }
  }

  #count(what: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
  }

  #track(work: Promise<void>): void {
    const tracked = work.finally(() => this.#running.delete(tracked));
    this.#running.add(tracked);
  }
}
