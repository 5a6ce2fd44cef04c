import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { MemoryStore } from '@svc/cache';
import { sharedStore } from '@svc/columnar/testing';
import { CallContextSchema, Dashboards, Widgets, type CallContext } from '@svc/contract';
import { createKeyRing, generateKey } from '@svc/encryption';
import { LmdbEventLog } from '@svc/event-log/embedded';
import { DirectoryStore } from '@svc/objects/open';
import { createLogger } from '@svc/observability';
import { clock } from '@svc/reading/testing';
import { startTemporaryDatabase } from '@svc/relational/testing';
import { createRpcClient, startRpcServer } from '@svc/rpc';
import { PATIENCE_MS } from '@svc/test-servers';
import { QueryModule } from '../../query.module.js';

export type DashboardsServer = Awaited<ReturnType<typeof startDashboards>>;

/**
 * Starts the query service over rpc, on stores of its own. Its clock is fixed at the time of the telemetry fixtures.
 */
export async function startDashboards() {
  const [engine, database, directory] = await Promise.all([
    sharedStore(),
    startTemporaryDatabase(),
    mkdtemp(path.join(tmpdir(), 'svc-dashboards-')),
  ]);
  const eventLog = await LmdbEventLog.open({ directory: path.join(directory, 'event-log') });
  const address = `unix:${path.join(directory, 'query.sock')}`;
  const server = await startRpcServer({
    module: QueryModule.with({
      columnStore: engine.store,
      eventLog,
      relational: database.relational,
      cacheStore: new MemoryStore(),
      objects: await DirectoryStore.open({ directory: path.join(directory, 'objects') }),
      cursorSecret: 'a secret of sixteen bytes and more',
      keyRing: createKeyRing(generateKey('test')),
      logger: createLogger({ service: 'query', level: 'error' }),
      clock,
    }),
    address,
  });
  const dashboards = createRpcClient(Dashboards, { address, timeoutMs: PATIENCE_MS });
  const widgets = createRpcClient(Widgets, { address, timeoutMs: PATIENCE_MS });
  await dashboards.ready(PATIENCE_MS);
  return {
    dashboards,
    widgets,
    engine,
    relational: database.relational,
    stop: async () => {
      dashboards.close();
      widgets.close();
      await server.stop();
      await eventLog.close();
      await Promise.all([engine[Symbol.asyncDispose](), database.stop()]);
      await rm(directory, { recursive: true });
    },
  };
}

const SIGNALS = ['logs:read', 'traces:read', 'errors:read', 'events:read', 'metrics:read', 'agent_runs:read'];

/** A credential in a project. */
export function editor({ project = randomUUID(), number = 1, scopes = SIGNALS } = {}): {
  context: CallContext;
} {
  const context = create(CallContextSchema, {
    requestId: 'r1',
    organizationId: 'o1',
    principalType: 'api_key',
    principalId: randomUUID(),
    boundProjectId: project,
    project: { id: project, number, retentionDays: 30 },
    scopes,
  });
  return { context };
}
