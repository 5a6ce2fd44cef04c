import { Inject, Injectable } from '@nestjs/common';
import { CatalogIndex, toNames, type Catalog, type JsonObject } from '@svc/questions';
import type { Call } from '@svc/rpc';
import { CLOCK, mapYielding, type Clock } from '@svc/runtime';
import { LRUCache } from 'lru-cache';
import { names, objects } from '../run/json-lists.js';
import { OperationRunner } from '../run/operation-runner.js';
import { MetricServices } from './metric-services.js';

const DAY_MS = 86_400_000;
/** New names are known after at most this time. */
const KEPT_MS = 10_000;
const MAX_PROJECTS = 200;
/** Pages of 50 names of events. */
const MAX_EVENT_PAGES = 10;

/** A list of names: the operation that returns it, and what its response has. */
interface Source {
  readonly operation: string;
  readonly parameters: (now: number) => JsonObject;
  readonly read: (response: JsonObject) => Partial<Catalog>;
}

const since = (now: number, days: number) => ({ start_time: new Date(now - days * DAY_MS).toISOString() });

const SOURCES: readonly Source[] = [
  {
    operation: 'services.list',
    parameters: (now) => since(now, 7),
    read: ({ services }) => ({
      services: names(services, 'service_name'),
      environments: objects(services).flatMap(
        ({ environments }) => (environments as readonly string[] | undefined) ?? [],
      ),
    }),
  },
  {
    operation: 'logs.aggregate',
    parameters: (now) => ({ ...since(now, 7), group_by: ['service', 'environment'], limit: 1000 }),
    read: ({ groups }) => {
      const values = objects(groups).map(({ values: found }) => found as JsonObject);
      return { services: names(values, 'service'), environments: names(values, 'environment') };
    },
  },
  {
    operation: 'logs.fields',
    parameters: (now) => since(now, 1),
    read: ({ fields }) => ({
      attributes: names(
        objects(fields).filter(({ source }) => source !== 'field'),
        'name',
      ),
    }),
  },
  {
    operation: 'metrics.list',
    parameters: () => ({}),
    read: ({ metrics }) => ({
      metrics: objects(metrics).map(({ name, type, is_monotonic: monotonic }) => ({
        name: typeof name === 'string' ? name : '',
        type: typeof type === 'string' ? type : '',
        monotonic: monotonic === true,
      })),
    }),
  },
  {
    operation: 'agent_runs.list',
    parameters: (now) => ({ ...since(now, 7), limit: 200 }),
    read: ({ runs }) => ({ agents: names(runs, 'agent_name') }),
  },
  {
    operation: 'llm.summary',
    parameters: (now) => since(now, 7),
    read: ({ models }) => ({ models: names(models, 'model'), providers: names(models, 'provider') }),
  },
  {
    operation: 'issues.list',
    parameters: () => ({ limit: 200 }),
    read: ({ issues }) => ({ errorTypes: names(issues, 'type') }),
  },
];
const EVENTS = 'events.names';
/** The operation whose scope is needed to read the names of services in metrics. */
const METRICS = 'metrics.list';
const SERVICE_DAYS = 7;

export interface LoadedCatalog {
  readonly index: CatalogIndex;
  /** Operations whose names the caller may not read. */
  readonly unread: readonly string[];
}

/** Loads the names of a project that a caller may read: through the operations that list them, and services of metrics by their series. */
@Injectable()
export class CatalogLoader {
  readonly #kept = new LRUCache<string, LoadedCatalog>({ max: MAX_PROJECTS, ttl: KEPT_MS });
  readonly #loading = new Map<string, Promise<LoadedCatalog>>();

  constructor(
    private readonly runner: OperationRunner,
    private readonly metricServices: MetricServices,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async load(call: Call): Promise<LoadedCatalog> {
    const all = [...SOURCES.map(({ operation }) => operation), EVENTS];
    const unread = all.filter((operation) => !this.runner.mayRun(operation, call));
    const key = JSON.stringify([call.project.id, unread]);
    const kept = this.#kept.get(key);
    if (kept) return kept;
    // Questions that come at the same time wait for one load. Its caller may go away: then the next one loads.
    for (let other = this.#loading.get(key); other; other = this.#loading.get(key)) {
      const shared = await other.catch(() => undefined);
      if (shared) return shared;
    }
    const loading = this.#load(call, unread, key);
    this.#loading.set(key, loading);
    return loading.finally(() => {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    });
  }

  async #load(call: Call, unread: readonly string[], key: string): Promise<LoadedCatalog> {
    const now = this.clock();
    const sources = SOURCES.filter(({ operation }) => !unread.includes(operation));
    const [events, services, ...parts] = await Promise.all([
      unread.includes(EVENTS) ? [] : this.#events(call),
      unread.includes(METRICS) ? [] : this.metricServices.list(now - SERVICE_DAYS * DAY_MS, call),
      ...sources.map(async ({ operation, parameters, read }) =>
        read(await this.runner.run(operation, parameters(now), call)),
      ),
    ]);
    const index = new CatalogIndex();
    await mapYielding(toNames({ ...merge([...parts, { services }]), events }), (name) => index.add(name));
    index.addAliases();
    const loaded = { index, unread };
    this.#kept.set(key, loaded);
    return loaded;
  }

  async #events(call: Call): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_EVENT_PAGES; page += 1) {
      const { events, pagination } = await this.runner.run(EVENTS, cursor === undefined ? {} : { cursor }, call);
      found.push(...names(events, 'name'));
      cursor = (pagination as JsonObject | undefined)?.['next_cursor'] as string | undefined;
      if (!cursor) break;
    }
    return found;
  }
}

function merge(parts: readonly Partial<Catalog>[]): Catalog {
  const distinct = (kind: Exclude<keyof Catalog, 'metrics' | 'events'>) => [
    ...new Set(parts.flatMap((part) => part[kind] ?? [])),
  ];
  return {
    services: distinct('services'),
    environments: distinct('environments'),
    attributes: distinct('attributes'),
    errorTypes: distinct('errorTypes'),
    agents: distinct('agents'),
    models: distinct('models'),
    providers: distinct('providers'),
    metrics: parts.flatMap(({ metrics }) => metrics ?? []),
    events: [],
  };
}
