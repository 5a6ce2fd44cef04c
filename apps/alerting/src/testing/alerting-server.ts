import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create, type DescService } from '@bufbuild/protobuf';
import { CallContextSchema, type CallContext } from '@svc/contract';
import { createLogger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { startTemporaryDatabase } from '@svc/relational/testing';
import { createRpcClient, startRpcServer, type Client } from '@svc/rpc';
import { PATIENCE_MS } from '@svc/test-servers';
import { AlertingModule } from '../alerting.module.js';

export interface AlertingServer {
  readonly relational: Relational;
  /** The current time for the service; moves only by hand. */
  readonly clock: { nowMs: number };
  /** A client of one of its domains, which `stop` closes. */
  connect<S extends DescService>(service: S): Client<S>;
  stop(): Promise<void>;
}

/**
 * The service as its process serves it: over rpc, on a database of its own.
 *
 * @param query where it calls the query service; nothing listens there by default.
 */
export async function startAlerting(now = '2026-01-01T00:00:00Z', query?: string): Promise<AlertingServer> {
  const database = await startTemporaryDatabase();
  const { relational } = database;
  const clock = { nowMs: Date.parse(now) };
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-alerting-'));
  const address = `unix:${directory}/rpc.sock`;
  const module = AlertingModule.root(
    { query: { address: query ?? `unix:${directory}/absent.sock` } },
    {
      relational,
      logger: createLogger({ service: 'test', level: 'silent' }),
      cursorSecret: 'a secret for cursors in tests',
      clock: () => clock.nowMs,
    },
  );
  const server = await startRpcServer({ module, address });
  const clients: { close(): void }[] = [];
  return {
    relational,
    clock,
    connect: (service) => {
      const client = createRpcClient(service, { address, timeoutMs: PATIENCE_MS });
      clients.push(client);
      return client;
    },
    stop: async () => {
      for (const client of clients) client.close();
      await server.stop();
      await database.stop();
      await rm(directory, { recursive: true });
    },
  };
}

const SCOPES = [
  ...['incidents:read', 'incidents:write', 'alerts:read', 'anomalies:read'],
  ...['issues:read', 'logs:read', 'errors:read', 'releases:read', 'flags:read'],
  ...['account:read', 'escalation:read', 'notifications:read', 'projects:read', 'settings:read'],
];

/** Organization of every responder. */
export const ORGANIZATION = '01900000-0000-7000-8000-0000000000aa';

const newId = (): string => randomUUID();

/** A user in a project. */
export function responder({ project = newId(), role = 'ROLE_MEMBER', scopes = SCOPES, name = 'Ann' } = {}): {
  context: CallContext;
} {
  const context = create(CallContextSchema, {
    requestId: 'r1',
    organizationId: ORGANIZATION,
    principalType: 'user',
    principalId: randomUUID(),
    principalName: name,
    role,
    scopes,
    project: { id: project, number: 1, retentionDays: 30 },
  });
  return { context };
}
