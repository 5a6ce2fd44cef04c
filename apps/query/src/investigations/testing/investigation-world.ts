import { randomUUID } from 'node:crypto';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { MemoryStore } from '@svc/cache';
import {
  CallContextSchema,
  InvestigationsContinueRequestSchema,
  InvestigationsEventsRequestSchema,
  InvestigationsStartRequestSchema,
} from '@svc/contract';
import { createIdempotency } from '@svc/idempotency';
import { createLogger } from '@svc/observability';
import { createCursors } from '@svc/pagination';
import { CatalogIndex } from '@svc/questions';
import { SHOP } from '@svc/questions/testing';
import { startTemporaryDatabase } from '@svc/relational/testing';
import type { Call } from '@svc/rpc';
import { Jobs, type JobContext } from '@svc/work';
import type { CatalogLoader } from '../../ai/index.js';
import { EvalConfigsRepository, ModelProvider } from '../../ai/index.js';
import { EventsService } from '../reads/events.service.js';
import { InvestigationsService } from '../reads/investigations.service.js';
import { InvestigationRunner } from '../rounds/investigation-runner.js';
import { RoundWriter } from '../rounds/round-writer.js';
import { AutomaticStarts } from '../starts/automatic-starts.js';
import { ContinueService } from '../starts/continue.service.js';
import { NarrowingReader } from '../starts/narrowing.js';
import { StartService } from '../starts/start.service.js';
import { StoredSubjects } from '../starts/subjects/stored-subjects.js';
import { SubjectResolver } from '../starts/subjects/subject-resolver.js';
import type { TelemetrySubjects } from '../starts/subjects/telemetry-subjects.js';
import { InvestigationsRepository } from '../storage/investigations.repository.js';
import type { InvestigationPayload } from '../terms/investigation-queue.js';
import { Wording } from '../wording/wording.js';
import { ScriptedEngine } from './scripted-engine.js';

const LOGGER = createLogger({ service: 'query', level: 'silent' });
const DAYS = 30;

/** The scopes of a member who may read all evidence. */
export const ALL_SCOPES = [
  ...['agent_runs:read', 'alerts:read', 'anomalies:read', 'flags:read', 'groups:read', 'incidents:read', 'issues:read'],
  ...[
    'logs:read',
    'metrics:read',
    'persons:read',
    'projects:read',
    'releases:read',
    'services:read',
    'settings:read',
    'traces:read',
  ],
  ...['investigations:read', 'investigations:write'],
];

type StartInit = Partial<MessageInitShape<typeof InvestigationsStartRequestSchema>>;

/** The family on a database of its own, with the catalog of an invented shop, and an engine whose events a spec writes. */
export async function openInvestigations() {
  const database = await startTemporaryDatabase();
  const { relational } = database;
  const cache = new MemoryStore();
  const time = { nowMs: Date.now() };
  const clock = (): number => time.nowMs;
  const engine = new ScriptedEngine();
  const repository = new InvestigationsRepository(relational);
  const provider = new ModelProvider(undefined);
  const configs = new EvalConfigsRepository(relational);
  const newJobs = () => new Jobs(relational, cache.pubSub, clock, LOGGER);
  const jobs = newJobs();
  const catalogs = {
    load: () => Promise.resolve({ index: new CatalogIndex(SHOP), unread: [] }),
  } as unknown as CatalogLoader;
  const narrowing = new NarrowingReader(catalogs, clock);
  const telemetry = {
    trace: () => Promise.resolve(undefined),
    person: (ref: string) =>
      Promise.resolve({
        type: 'person',
        ref,
        scope: { window: { start: time.nowMs - 1_000, end: time.nowMs }, services: [], personId: ref },
      }),
  } as unknown as TelemetrySubjects;
  const stored = new StoredSubjects(relational);
  const subjects = new SubjectResolver(stored, telemetry, clock);
  const starts = new StartService(repository, subjects, narrowing, createIdempotency(relational), jobs, clock);
  const continuations = new ContinueService(repository, narrowing, jobs, clock);
  const reads = new InvestigationsService(
    repository,
    provider,
    configs,
    createCursors('a secret of sixteen bytes'),
    clock,
  );
  const events = new EventsService(repository, clock);
  // No model is configured, so no call is made.
  const wording = new Wording(provider, configs, undefined as never, relational);
  const newRunner = (on: Jobs) =>
    new InvestigationRunner(engine, repository, new RoundWriter(relational), wording, on, clock, LOGGER);
  const runner = newRunner(jobs);

  /** A member in a project of its own, unless it is given. */
  const caller = (scopes: readonly string[] = ALL_SCOPES, projectId: string = randomUUID()): Call => {
    const project = { id: projectId, number: 1, retentionDays: DAYS, signalRetentionDays: { traces: DAYS } };
    const principal = { principalType: 'user', principalId: randomUUID(), credentialId: randomUUID() };
    const context = create(CallContextSchema, { ...principal, requestId: 'r', scopes: [...scopes], project });
    return { context, project: context.project, signal: new AbortController().signal, deadlineMs: Infinity } as Call;
  };

  return {
    relational,
    time,
    engine,
    repository,
    runner,
    reads,
    caller,
    newJobs,
    newRunner,
    /** The action of a process on events of alerts. */
    newAutomaticStarts: () => {
      const automatic = new AutomaticStarts(relational, repository, starts, stored, jobs, clock, LOGGER);
      return automatic.act.bind(automatic);
    },
    start: (call: Call, request: StartInit = {}) =>
      starts.start(create(InvestigationsStartRequestSchema, { question: 'why is it slow', ...request }), call),
    continue: async (call: Call, investigationId: string, message: string) =>
      reads.show(
        await continuations.continue(create(InvestigationsContinueRequestSchema, { investigationId, message }), call),
        call,
      ),
    get: (call: Call, id: string) => reads.get(id, call),
    /** Runs the round of an investigation as a worker would that holds its job. */
    run: (id: string, signal: AbortSignal = new AbortController().signal) =>
      runner.handle({
        job: { payload: { id } },
        signal,
        fence: () => Promise.resolve(),
      } as unknown as JobContext<InvestigationPayload>),
    /** All events of the stream of an investigation that ends. */
    follow: async (call: Call, investigationId: string, resume = '') => {
      const request = create(InvestigationsEventsRequestSchema, { investigationId, resume });
      const found = [];
      for await (const event of await events.open(request, call)) found.push(event);
      return found;
    },
    stop: async () => {
      await cache.close();
      await database.stop();
    },
  };
}

export type InvestigationWorld = Awaited<ReturnType<typeof openInvestigations>>;
