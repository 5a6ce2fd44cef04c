import type { PubSub, Subscription } from '@svc/cache';
import type { FlagSource } from '@svc/contract';
import { FLAGS_CHANGED_CHANNEL, type FlagDefinition } from '@svc/flags';
import type { Client } from '@svc/rpc';
import { FlagSet } from './flag-set.js';

/** How often the counts of all projects in memory are compared with the owner's: what a lost announcement costs at most. */
const LOOK_MS = 500;
/** Projects in memory; the one that was not asked for longest goes first. */
const MAX_PROJECTS = 1000;

/**
 * The flags of the projects that are asked for, in memory and ready to be evaluated. While their owner does not answer, what is in
 * memory stays good: an old answer is better than none.
 */
export class FlagSets {
  readonly #sets = new Map<string, FlagSet>();
  readonly #loading = new Map<string, Promise<FlagSet>>();
  readonly #timer: NodeJS.Timeout;
  #subscription: Subscription | undefined;
  #isLooking = false;

  private constructor(private readonly source: Client<typeof FlagSource>) {
    this.#timer = setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  static async start(source: Client<typeof FlagSource>, pubSub: PubSub): Promise<FlagSets> {
    const sets = new FlagSets(source);
    sets.#subscription = await pubSub.subscribe(FLAGS_CHANGED_CHANNEL, (projectId) => void sets.refresh(projectId));
    return sets;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#subscription?.close();
  }

  /** As of at most half a second ago while the owner answers. */
  get(projectId: string): FlagSet | Promise<FlagSet> {
    const set = this.#sets.get(projectId);
    if (!set) return this.#loading.get(projectId) ?? this.#load(projectId);
    this.#sets.delete(projectId);
    this.#sets.set(projectId, set);
    return set;
  }

  /** After a change: whoever made it by way of this process sees it at once. */
  async refresh(projectId: string): Promise<void> {
    // A read that fails is made up for within half a second; the change itself is done. One that runs may have begun before it.
    if (this.#sets.has(projectId) || this.#loading.has(projectId)) await this.#load(projectId).catch(() => {});
  }

  #load(projectId: string): Promise<FlagSet> {
    const loading = this.#read(projectId).finally(() => {
      if (this.#loading.get(projectId) === loading) this.#loading.delete(projectId);
    });
    this.#loading.set(projectId, loading);
    return loading;
  }

  async #read(projectId: string): Promise<FlagSet> {
    const { version, definitions } = await this.source.read({ projectId });
    const before = this.#sets.get(projectId);
    // Two reads may end in the other order than they began, and most looks find what is there already.
    if (before && before.version >= version) return before;
    const set = new FlagSet(version, JSON.parse(Buffer.from(definitions).toString()) as FlagDefinition[]);
    this.#sets.set(projectId, set);
    const [oldest] = this.#sets.keys();
    if (oldest !== undefined && this.#sets.size > MAX_PROJECTS) this.#sets.delete(oldest);
    return set;
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#sets.size === 0) return;
    this.#isLooking = true;
    try {
      const { versions } = await this.source.versions({ projectIds: [...this.#sets.keys()] });
      const stale = [...this.#sets].filter(([projectId, set]) => (versions[projectId] ?? 0n) !== set.version);
      // A project without a count that had one is gone.
      for (const [projectId] of stale) if (!(projectId in versions)) this.#sets.delete(projectId);
      await Promise.all(stale.filter(([id]) => this.#sets.has(id)).map(([projectId]) => this.#load(projectId)));
    } catch {
      // Looked at again in half a second; until then what is known stays good.
    } finally {
      this.#isLooking = false;
    }
  }
}
