import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MemoryStore, type PubSub } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import { sharedStore } from '@svc/columnar/testing';
import { DirectoryStore } from '@svc/objects/open';
import { createLogger } from '@svc/observability';
import { AI_WORK_STORED_CHANNEL } from '@svc/otlp';
import { ResourcesRepository } from '@svc/reading/resources';
import { TelemetryWriter, type SpanFixture } from '@svc/reading/testing';
import { startTemporaryDatabase } from '@svc/relational/testing';
import { Jobs, WakeUps } from '@svc/work';
import { ChangedPeriods } from '../../changed-periods/index.js';
import { ContentReader, LargeValues } from '../content/index.js';
import { OverridesRepository } from '../prices/overrides.repository.js';
import { PriceOverrides } from '../prices/price-overrides.js';
import type { AssemblyTools } from './assembly/assembly-tools.js';
import { AssemblyRepository } from './assembly/assembly.repository.js';
import { ProjectAssembly } from './assembly/project-assembly.js';
import { RunAssembly } from './assembly/run-assembly.js';
import { RunWriter } from './assembly/run-writer.js';
import { AssemblyThread } from './assembly/thread/assembly-thread.js';
import { TraceReader } from './assembly/traces/trace-reader.js';

const LOGGER = createLogger({ service: 'query', level: 'silent' });
export const SECOND = 1_000_000_000n;

export type RunWorld = Awaited<ReturnType<typeof openRunWorld>>;

/** The assembly on stores of their own. Its time can be ahead; that of arrivals is real. */
export async function openRunWorld() {
  const [engine, database] = await Promise.all([sharedStore(), startTemporaryDatabase()]);
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-objects-'));
  const objects = await DirectoryStore.open({ directory });
  const pubSub: PubSub = new MemoryStore().pubSub;
  const { relational } = database;
  const time = { aheadMs: 0 };
  const clock = (): number => Date.now() + time.aheadMs;
  const repository = new AssemblyRepository(relational);
  const changes = new ChangedPeriods(relational, clock);
  const tools: AssemblyTools = { signal: new AbortController().signal, fence: () => Promise.resolve() };
  const assemblyWakeUps = new WakeUps(AI_WORK_STORED_CHANNEL, pubSub, clock);
  const thread = new AssemblyThread(engine.store);
  const newJobs = (): Jobs => new Jobs(relational, pubSub, clock, LOGGER);
  const newProjectAssembly = (
    store: ColumnStore = engine.store,
    overrides = new PriceOverrides(new OverridesRepository(relational)),
  ): ProjectAssembly => {
    const writer = new RunWriter(store, repository, changes, pubSub);
    return new ProjectAssembly(new TraceReader(store, new ResourcesRepository()), thread, writer, overrides, clock);
  };
  /** Another process, which may write through another store. */
  const newAssembly = (store: ColumnStore = engine.store): RunAssembly =>
    new RunAssembly(newJobs(), repository, newProjectAssembly(store), assemblyWakeUps, store, clock);
  return {
    store: engine.store,
    relational,
    objects,
    contents: new ContentReader(engine.store, new LargeValues(objects)),
    time,
    tools,
    repository,
    clock,
    pubSub,
    assemblyWakeUps,
    changes,
    newAssembly,
    newProjectAssembly,
    newJobs,
    telemetry: new TelemetryWriter(engine.store),

    async newProject() {
      const organizationId = randomUUID();
      const id = randomUUID();
      const at = new Date();
      await relational.client.organization.create({ data: { id: organizationId, name: id, updatedAt: at } });
      const { number } = await relational.client.project.create({
        data: { id, organizationId, slug: id, name: id, updatedAt: at },
      });
      return { id, number, retentionDays: 30 };
    },

    /** The runs of a project as lists see them, by ID. */
    runs: (project: number) =>
      engine.store.query<StoredRun>({
        sql: `SELECT run_id, status, is_inferred, steps, llm_calls, toString(cost) AS cost, flags FROM agent_runs FINAL
WHERE project_number = {project:UInt32} ORDER BY run_id`,
        parameters: { project },
        limits: { timeoutMs: 10_000, maxRowsToRead: 1_000_000, maxResultRows: 1_000, maxMemoryBytes: 100_000_000 },
      }),

    steps: (project: number) =>
      engine.store.query<{ readonly span_id: string; readonly run_id: string }>({
        sql: `SELECT lower(hex(agent_steps.span_id)) AS span_id, run_id FROM agent_steps FINAL
WHERE project_number = {project:UInt32} ORDER BY span_id`,
        parameters: { project },
        limits: { timeoutMs: 10_000, maxRowsToRead: 1_000_000, maxResultRows: 1_000, maxMemoryBytes: 100_000_000 },
      }),

    async stop() {
      await thread.onModuleDestroy();
      await database.stop();
      await objects.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export interface StoredRun {
  readonly run_id: string;
  readonly status: string;
  readonly is_inferred: number;
  readonly steps: number;
  readonly llm_calls: number;
  readonly cost: string | null;
  readonly flags: readonly string[];
}

export const newTraceId = (): string => randomBytes(16).toString('hex');

type Options = Partial<SpanFixture> & { readonly traceId: string; readonly spanId: string; readonly timestamp: bigint };

export function plainSpan(project: number, options: Options): SpanFixture {
  return { project, durationNs: SECOND, environment: 'production', service: 'agents', ...options };
}

export function agentSpan(
  project: number,
  options: Options,
  attributes: Readonly<Record<string, string>> = {},
): SpanFixture {
  const own = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'helper', ...attributes };
  return { ...plainSpan(project, { durationNs: 10n * SECOND, ...options }), isAi: true, attributes: own };
}

/** A call of gpt-4o with 1,000 tokens of input and 100 of output, which costs 0.0035 dollars. */
export function callSpan(
  project: number,
  options: Options,
  attributes: Readonly<Record<string, string>> = {},
): SpanFixture {
  const own = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-4o',
    'gen_ai.usage.input_tokens': '1000',
    'gen_ai.usage.output_tokens': '100',
    'gen_ai.response.finish_reasons': '["stop"]',
    ...attributes,
  };
  return { ...plainSpan(project, options), isAi: true, attributes: own };
}

export function toolSpan(project: number, options: Options): SpanFixture {
  const own = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' };
  return { ...plainSpan(project, options), isAi: true, attributes: own };
}
