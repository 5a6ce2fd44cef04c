import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ServiceName, Topology } from '@svc/testing';
import { startTopology, topologyKind } from '../../topology.js';

/** Settings of the processes of a service; one process has all of them. */
export type ServiceSettings = Readonly<Partial<Record<ServiceName, Readonly<Record<string, string>>>>>;

/** The project and credentials that one kind of fault uses alone in the shared service. */
export interface OwnProject {
  readonly id: string;
  /** Bound to the project, for ingestion. */
  readonly key: string;
}

/** The processes that have the settings of ingestion. */
const OF_INGESTION = new Set(['standalone', 'ingest']);
/** Short, because the keys of erased data are destroyed only when no process may use them any more. */
const KEY_MAX_AGE_SECONDS = '10';

/**
 * One service for several kinds of faults, one after the other. Brokers, stores and data stay, because starting them costs more than most
 * of these tests. Of our processes, only those are restarted that the previous kind has stopped or that ran with other settings.
 */
export class SharedService {
  #topology: Topology | undefined;
  /** The settings of each process, as JSON. */
  readonly #running = new Map<string, string>();
  readonly #inspections = new Map<string, () => Promise<void>>();

  get topology(): Topology {
    assert.ok(this.#topology, 'the service was started');
    return this.#topology;
  }

  /** @param env settings of ingestion, or of the one process, from the start: kinds that need them restart nothing. */
  constructor(private readonly env: Readonly<Record<string, string>>) {}

  async start(): Promise<void> {
    const sharedEnv = { SVC_EVENT_LOG_KEY_MAX_AGE_SECONDS: KEY_MAX_AGE_SECONDS };
    this.#topology = await startTopology(topologyKind(), { env: this.env, sharedEnv });
  }

  /** Adds an inspection that runs after all kinds, because it stops ingestion. */
  inspectAtEnd(what: string, look: () => Promise<void>): void {
    this.#inspections.set(what, look);
  }

  /** Runs the inspections and resolves to their names. */
  async inspect(): Promise<string[]> {
    for (const look of this.#inspections.values()) await look();
    return [...this.#inspections.keys()];
  }

  async stop(): Promise<void> {
    await this.#topology?.stop();
  }

  /** Prepares the service for a kind of fault. */
  async begin(settings: ServiceSettings = {}): Promise<OwnProject> {
    for (const [name, process] of this.topology.processes) {
      const own = OF_INGESTION.has(name) ? this.env : {};
      const wanted = { ...own, ...toSettings(name, settings) };
      const before = this.#running.get(name) ?? JSON.stringify(own);
      const now = JSON.stringify(wanted);
      if (process.running && now === before) continue;
      await process.stop();
      process.configure(wanted);
      process.start();
      this.#running.set(name, now);
    }
    await this.topology.ready();
    const slug = `p-${randomUUID().slice(0, 13)}`;
    const { id } = await this.#create('/projects', { name: 'Own', slug });
    const scopes = ['telemetry:write', 'analytics:write'];
    const { secret } = await this.#create('/account/api-keys', { name: 'own', scopes, project_id: id });
    return { id: String(id), key: String(secret) };
  }

  async #create(path: string, body: object): Promise<Record<string, unknown>> {
    const answer = await fetch(`${this.topology.httpUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { 'x-svc-api-key': this.topology.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  }
}

function toSettings(process: string, settings: ServiceSettings): Readonly<Record<string, string>> {
  if (process !== 'standalone') return settings[process as ServiceName] ?? {};
  return Object.fromEntries(Object.values(settings).flatMap((some) => Object.entries(some)));
}
