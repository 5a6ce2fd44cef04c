import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { Module, type DynamicModule } from '@nestjs/common';
import { CallContextSchema, SavedSearches, type CallContext } from '@svc/contract';
import { createIdempotency } from '@svc/idempotency';
import { createCursors } from '@svc/pagination';
import { startTemporaryDatabase } from '@svc/relational/testing';
import { createRpcClient, startRpcServer, type Client } from '@svc/rpc';
import { CLOCK, CURSORS, IDEMPOTENCY, RELATIONAL } from '@svc/runtime';
import { PATIENCE_MS } from '@svc/test-servers';
import { SavedSearchesModule } from './saved-searches.module.js';

@Module({})
class TestProcessModule {}

export interface SavedSearchesServer {
  readonly client: Client<typeof SavedSearches>;
  /** The current time for the domain; moves only by hand. */
  readonly clock: { nowMs: number };
  stop(): Promise<void>;
}

/** The domain as the process serves it: over rpc, on a database of its own. */
export async function startSavedSearches(): Promise<SavedSearchesServer> {
  const database = await startTemporaryDatabase();
  const clock = { nowMs: Date.parse('2026-01-01T00:00:00Z') };
  const providers = [
    { provide: RELATIONAL, useValue: database.relational },
    { provide: IDEMPOTENCY, useValue: createIdempotency(database.relational) },
    { provide: CURSORS, useValue: createCursors('a secret for cursors in tests') },
    { provide: CLOCK, useValue: () => clock.nowMs },
  ];
  const globals: DynamicModule = {
    module: TestProcessModule,
    global: true,
    imports: [SavedSearchesModule],
    providers,
    exports: providers.map(({ provide }) => provide),
  };
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-searches-'));
  const address = `unix:${directory}/rpc.sock`;
  const server = await startRpcServer({ module: globals, address });
  const client = createRpcClient(SavedSearches, { address, timeoutMs: PATIENCE_MS });
  await client.ready(PATIENCE_MS);
  return {
    client,
    clock,
    stop: async () => {
      client.close();
      await server.stop();
      await database.stop();
      await rm(directory, { recursive: true });
    },
  };
}

/** A credential in a project: organization-level unless it is bound. */
export function caller({ project = randomUUID(), isBound = true } = {}): { context: CallContext } {
  const context = create(CallContextSchema, {
    requestId: 'r1',
    organizationId: 'o1',
    principalType: 'api_key',
    principalId: randomUUID(),
    boundProjectId: isBound ? project : '',
    project: { id: project, number: 1, retentionDays: 30 },
  });
  return { context };
}
