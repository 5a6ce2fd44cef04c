import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { Module, type DynamicModule } from '@nestjs/common';
import { MemoryStore } from '@svc/cache';
import { sharedStore } from '@svc/columnar/testing';
import { CallContextSchema, Groups, Persons, Segments, type CallContext } from '@svc/contract';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { LogKeys } from '@svc/event-log/keys';
import { createLogger } from '@svc/observability';
import { createCursors } from '@svc/pagination';
import { clock, TelemetryWriter } from '@svc/reading/testing';
import { startTemporaryDatabase } from '@svc/relational/testing';
import { createRpcClient, startRpcServer } from '@svc/rpc';
import { CLOCK, COLUMN_STORE, CURSORS, EVENT_LOG, LOG_KEYS, LOGGER, PUB_SUB, RELATIONAL } from '@svc/runtime';
import { PATIENCE_MS } from '@svc/test-servers';
import { Erasables, ErasablesModule, type Erasable } from '../../erasure/index.js';
import { GroupsModule } from '../groups/groups.module.js';
import { SegmentsModule } from '../segments/segments.module.js';
import { PersonResolver } from './identity/resolver.js';
import { CustomerWriter, testProjectId } from './persons.fixture.js';
import { PersonsModule } from './persons.module.js';

@Module({})
class TestProcessModule {}

/** Persons, groups and segments as the process serves them: over rpc, on stores of their own. */
export async function startPersons() {
  const [engine, database, directory] = await Promise.all([
    sharedStore(),
    startTemporaryDatabase(),
    mkdtemp(path.join(tmpdir(), 'svc-persons-')),
  ]);
  const memory = new MemoryStore();
  const eventLog = await LmdbEventLog.open({ directory: path.join(directory, 'log'), partitions: 1 });
  const erased: { readonly ids: readonly string[]; readonly project: number }[] = [];
  /** A domain outside this folder that stores data of persons. */
  const domain: Erasable = {
    erasePerson: (ids, { number }) => Promise.resolve(void erased.push({ ids, project: number })),
  };
  const providers = [
    { provide: COLUMN_STORE, useValue: engine.store },
    { provide: RELATIONAL, useValue: database.relational },
    { provide: EVENT_LOG, useValue: eventLog },
    { provide: LOG_KEYS, useValue: new LogKeys({ relational: database.relational, maxAgeMs: 1_000, clock }) },
    { provide: CURSORS, useValue: createCursors('a secret for cursors in tests') },
    { provide: CLOCK, useValue: clock },
    { provide: PUB_SUB, useValue: memory.pubSub },
    { provide: LOGGER, useValue: createLogger({ service: 'query', level: 'silent' }) },
  ];
  const globals: DynamicModule = {
    module: TestProcessModule,
    global: true,
    imports: [ErasablesModule, PersonsModule, GroupsModule, SegmentsModule],
    providers: [
      ...providers,
      {
        provide: Symbol('Erasable'),
        inject: [Erasables],
        useFactory: (erasables: Erasables) => erasables.register(domain),
      },
    ],
    exports: providers.map(({ provide }) => provide),
  };
  const address = `unix:${directory}/rpc.sock`;
  const server = await startRpcServer({ module: globals, address });
  return {
    erased,
    store: engine.store,
    relational: database.relational,
    database: database.relational.client,
    eventLog,
    writer: new CustomerWriter(engine.store),
    telemetry: new TelemetryWriter(engine.store),
    resolver: new PersonResolver(database.relational, engine.store, Date.now),
    persons: createRpcClient(Persons, { address, timeoutMs: PATIENCE_MS }),
    groups: createRpcClient(Groups, { address, timeoutMs: PATIENCE_MS }),
    segments: createRpcClient(Segments, { address, timeoutMs: PATIENCE_MS }),
    stop: async () => {
      await server.stop();
      await memory.close();
      await eventLog.close();
      await database.stop();
      await engine[Symbol.asyncDispose]();
      await rm(directory, { recursive: true });
    },
  };
}

export type PersonsServer = Awaited<ReturnType<typeof startPersons>>;

/** The scopes of the kinds of entries of timelines. */
const KIND_SCOPES = ['agent_runs:read', 'flags:read', 'incidents:read', 'replay:read'];

/** A credential for the test project with this number. */
export function callerIn(project: number, scopes: readonly string[] = KIND_SCOPES): { context: CallContext } {
  const context = create(CallContextSchema, {
    requestId: 'r1',
    organizationId: 'o1',
    principalType: 'api_key',
    principalId: 'somebody',
    boundProjectId: testProjectId(project),
    scopes: [...scopes],
    project: { id: testProjectId(project), number: project, retentionDays: 30 },
  });
  return { context };
}
