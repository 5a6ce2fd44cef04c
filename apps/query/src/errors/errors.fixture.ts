import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { sharedStore } from '@svc/columnar/testing';
import { Errors, IssueImpact, Releases } from '@svc/contract';
import { createCursors } from '@svc/pagination';
import {
  clock,
  NOW_MS,
  TelemetryWriter,
  variantFor,
  writeErrors,
  writeIssueVariants,
  type ErrorFixture,
} from '@svc/reading/testing';
import { startTemporaryDatabase } from '@svc/relational/testing';
import { createRpcClient, startRpcServer } from '@svc/rpc';
import { CLOCK, COLUMN_STORE, CURSORS, RELATIONAL } from '@svc/runtime';
import { PATIENCE_MS } from '@svc/test-servers';
import { CustomerWriter, testProjectId } from '../customers/persons/persons.fixture.js';
import { ErrorReadsModule } from './error-reads.module.js';
import { ReleasesModule } from './releases/releases.module.js';

@Module({})
class TestProcessModule {}

/** Errors and releases as the process serves them: over rpc, on stores of their own. */
export async function startErrors() {
  const [engine, database, directory] = await Promise.all([
    sharedStore(),
    startTemporaryDatabase(),
    mkdtemp(path.join(tmpdir(), 'svc-errors-')),
  ]);
  const providers = [
    { provide: COLUMN_STORE, useValue: engine.store },
    { provide: RELATIONAL, useValue: database.relational },
    { provide: CURSORS, useValue: createCursors('a secret for cursors in tests') },
    { provide: CLOCK, useValue: clock },
  ];
  const module: DynamicModule = {
    module: TestProcessModule,
    global: true,
    imports: [ErrorReadsModule, ReleasesModule],
    providers,
    exports: providers.map(({ provide }) => provide),
  };
  const address = `unix:${directory}/rpc.sock`;
  const server = await startRpcServer({ module, address });
  const telemetry = new TelemetryWriter(engine.store);
  const { client } = database.relational;

  /** An issue of these causes, as the intake makes it. Its variants move from the issues that they belong to. */
  async function issue(project: number, causes: readonly string[], changes: object = {}): Promise<string> {
    const at = new Date(NOW_MS);
    const projectId = testProjectId(project);
    const shared = { projectId, platform: 'node', firstSeen: at, lastSeen: at };
    const made = await client.issue.create({
      data: {
        ...shared,
        projectNumber: project,
        state: 'new',
        type: 'Error',
        title: `Error: ${causes[0]}`,
        culprit: 'main in app.js',
        level: 'error',
        reason: 'first',
        changedAt: at,
        createdAt: at,
        updatedAt: at,
        ...changes,
      },
    });
    await assign(project, causes, made.id);
    return made.id;
  }

  async function assign(
    project: number,
    causes: readonly string[],
    issueId: string,
    { isOpen = true, culprit = '' } = {},
  ): Promise<void> {
    const projectId = testProjectId(project);
    const at = new Date(NOW_MS);
    for (const cause of causes) {
      const variant = variantFor(cause);
      const data = { hash: variant, issueId, platform: 'node', release: '', dist: '', symbolication: 'none', culprit };
      const sample = { sampleTimeNs: 0n, sampleId: '', firstSeen: at, lastSeen: at };
      await client.errorVariant.upsert({
        where: { projectId_variant: { projectId, variant } },
        create: { projectId, variant, ...data, ...sample },
        update: data,
      });
    }
    await writeIssueVariants(telemetry, project, causes, { id: issueId, isOpen, culprit });
  }

  return {
    store: engine.store,
    database: client,
    relational: database.relational,
    telemetry,
    customers: new CustomerWriter(engine.store),
    errors: createRpcClient(Errors, { address, timeoutMs: PATIENCE_MS }),
    impact: createRpcClient(IssueImpact, { address, timeoutMs: PATIENCE_MS }),
    releases: createRpcClient(Releases, { address, timeoutMs: PATIENCE_MS }),
    write: (...errors: ErrorFixture[]) => writeErrors(telemetry, errors),
    issue,
    assign,
    stop: async () => {
      await server.stop();
      await database.stop();
      await engine[Symbol.asyncDispose]();
      await rm(directory, { recursive: true });
    },
  };
}

export type ErrorsServer = Awaited<ReturnType<typeof startErrors>>;
export const unknownId = (): string => randomUUID();
