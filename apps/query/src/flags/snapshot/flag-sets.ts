import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { PubSub, Subscription } from '@svc/cache';
import { PUB_SUB } from '../../dependencies.js';
import { FlagsRepository } from '../flags.repository.js';
import { FlagSet } from './flag-set.js';

/** Says the id of a project whose flags, or a cohort they ask for, have changed. May be lost. */
export const FLAGS_CHANGED_CHANNEL = 'flags.changed';

/** How often the counts of all projects in memory are compared with the store's: what a lost announcement costs at most. */
const LOOK_MS = 500;
/** Projects in memory; the one that was not asked for longest goes first. */
const MAX_PROJECTS = 1000;

/**
 * The flags of the projects that are asked for, in memory and ready to be evaluated. While the store does not answer, what is in
 * memory stays good: an old answer is better than none.
 */
@Injectable()
export class FlagSets implements OnModuleInit, OnApplicationShutdown {
  readonly #sets = new Map<string, FlagSet>();
  readonly #loading = new Map<string, Promise<FlagSet>>();
  #subscription: Subscription | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor(
    private readonly flags: FlagsRepository,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
  ) {}

  async onModuleInit(): Promise<void> {
    this.#subscription = await this.pubSub.subscribe(FLAGS_CHANGED_CHANNEL, (projectId) => {
      if (this.#sets.has(projectId)) void this.#load(projectId).catch(() => {});
    });
    this.#timer = setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#subscription?.close();
  }

  /** As of at most half a second ago while the store answers. */
  get(projectId: string): FlagSet | Promise<FlagSet> {
    const set = this.#sets.get(projectId);
    if (!set) return this.#loading.get(projectId) ?? this.#load(projectId);
    this.#sets.delete(projectId);
    this.#sets.set(projectId, set);
    return set;
  }

  /** As of now. */
  async current(projectId: string): Promise<FlagSet> {
    const set = this.#sets.get(projectId);
    const version = (await this.flags.versions([projectId])).get(projectId) ?? 0n;
    return set?.version === version ? set : this.#load(projectId);
  }

  /** After a change made here: whoever made it sees it at once, where this process evaluates. */
  async refresh(projectId: string): Promise<void> {
    // A read that fails is made up for within half a second; the change itself is done.
    if (this.#sets.has(projectId)) await this.#load(projectId).catch(() => {});
  }

  #load(projectId: string): Promise<FlagSet> {
    const loading = this.#read(projectId).finally(() => {
      if (this.#loading.get(projectId) === loading) this.#loading.delete(projectId);
    });
    this.#loading.set(projectId, loading);
    return loading;
  }

  async #read(projectId: string): Promise<FlagSet> {
    const set = new FlagSet(projectId, await this.flags.all(projectId));
    const before = this.#sets.get(projectId);
    // Two reads may end in the other order than they began.
    if (before && before.version > set.version) return before;
    this.#sets.set(projectId, set);
    const oldest = this.#sets.keys().next().value;
    if (oldest !== undefined && this.#sets.size > MAX_PROJECTS) this.#sets.delete(oldest);
    return set;
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#sets.size === 0) return;
    this.#isLooking = true;
    try {
      const versions = await this.flags.versions([...this.#sets.keys()]);
      const stale = [...this.#sets].filter(([projectId, set]) => (versions.get(projectId) ?? 0n) !== set.version);
      await Promise.all(stale.map(([projectId]) => this.#load(projectId)));
    } catch {
      // Looked at again in half a second; until then what is known stays good.
    } finally {
      this.#isLooking = false;
    }
  }
}
