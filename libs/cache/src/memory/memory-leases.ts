import type { Lease, Leases } from '../port.js';

/** Leases among the modules of one process. */
export class MemoryLeases implements Leases {
  private readonly held = new Map<string, { token: number; expiresAtMs: number }>();
  private lastToken = 0;

  constructor(private readonly now: () => number) {}

  acquire(name: string, ttlMs: number): Promise<Lease | undefined> {
    const current = this.held.get(name);
    if (current && current.expiresAtMs > this.now()) return Promise.resolve(undefined);
    // Using the time as a minimum keeps tokens increasing across restarts, after which a counter alone would restart.
    const token = Math.max(this.lastToken + 1, this.now());
    this.lastToken = token;
    this.held.set(name, { token, expiresAtMs: this.now() + ttlMs });
    return Promise.resolve({
      name,
      token,
      renew: () => Promise.resolve(this.#renew(name, token, ttlMs)),
      release: () => Promise.resolve(this.#release(name, token)),
    });
  }

  #renew(name: string, token: number, ttlMs: number): boolean {
    if (!this.#holds(name, token)) return false;
    this.held.set(name, { token, expiresAtMs: this.now() + ttlMs });
    return true;
  }

  #release(name: string, token: number): void {
    if (this.#holds(name, token)) this.held.delete(name);
  }

  #holds(name: string, token: number): boolean {
    const current = this.held.get(name);
    return current?.token === token && current.expiresAtMs > this.now();
  }
}
