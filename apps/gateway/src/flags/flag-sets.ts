import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { PubSub, Subscription } from '@svc/cache';
import type { FlagSource } from '@svc/contract';
import { FLAGS_CHANGED_CHANNEL, type FlagDefinition } from '@svc/flags';
import type { Client } from '@svc/rpc';
import { PUB_SUB } from '@svc/runtime';
import { LRUCache } from 'lru-cache';
import { FlagSet } from './flag-set.js';
import { FLAG_SOURCE } from './flag-source.js';

/**
 * The interval at which the versions of all projects in memory are compared with those of the owner: the maximum
 * staleness after a lost announcement.
 */
const POLL_MS = 500;
/** Projects in memory; the least recently used is evicted. */
const MAX_PROJECTS = 1000;

/**
 * The flags of recently used projects, in memory and ready to be evaluated. While their owner does not answer, the
 * flags in memory stay valid: an old answer is better than none.
 */
@Injectable()
export class FlagSets implements OnModuleInit, OnModuleDestroy {
  readonly #sets = new LRUCache<string, FlagSet>({ max: MAX_PROJECTS });
  readonly #loading = new Map<string, Promise<FlagSet>>();
  #timer: NodeJS.Timeout | undefined;
  #subscription: Subscription | undefined;
  #isPolling = false;

  constructor(
    @Inject(FLAG_SOURCE) private readonly source: Pick<Client<typeof FlagSource>, 'read' | 'versions'>,
    @Inject(PUB_SUB) private readonly pubSub: PubSub,
  ) {}

  async onModuleInit(): Promise<void> {
    this.#subscription = await this.pubSub.subscribe(FLAGS_CHANGED_CHANNEL, (id) => void this.refresh(id));
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await this.#subscription?.close();
  }

  /** Returns flags that are at most half a second old while the owner answers. */
  get(projectId: string): FlagSet | Promise<FlagSet> {
    const set = this.#sets.get(projectId);
    if (!set) return this.#loading.get(projectId) ?? this.#load(projectId);
    return set;
  }

  /** Reads the flags after a change, so that the caller who made it sees it immediately. */
  async refresh(projectId: string): Promise<void> {
    // A failed read is repeated within half a second; the change itself is done. A running read may have started before it.
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
    const before = this.#sets.peek(projectId);
    // Two reads may finish in another order than they started, and most polls find an unchanged version.
    if (before && before.version >= version) return before;
    const set = await FlagSet.compile(version, JSON.parse(Buffer.from(definitions).toString()) as FlagDefinition[]);
    const current = this.#sets.peek(projectId);
    if (current && current.version >= version) return current;
    this.#sets.set(projectId, set);
    this.#timer ??= setInterval(() => void this.#poll(), POLL_MS).unref();
    return set;
  }

  async #poll(): Promise<void> {
    if (this.#isPolling || this.#sets.size === 0) return;
    this.#isPolling = true;
    try {
      const { versions } = await this.source.versions({ projectIds: [...this.#sets.keys()] });
      const stale = [...this.#sets].filter(([projectId, set]) => (versions[projectId] ?? 0n) !== set.version);
      // A project that no longer has a version is deleted.
      for (const [projectId] of stale) if (!(projectId in versions)) this.#sets.delete(projectId);
      await Promise.all(stale.filter(([id]) => this.#sets.has(id)).map(([projectId]) => this.#load(projectId)));
    } catch {
      // The poll repeats in half a second; until then the known flags stay valid.
    } finally {
      this.#isPolling = false;
    }
  }
}
