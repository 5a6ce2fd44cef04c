import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConnectionAuthorizations, Connections, IssueTickets, ProviderWebhooks, Tickets } from '@svc/contract';
import { createLogger } from '@svc/observability';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { createRpcClient, startRpcServer, type Client } from '@svc/rpc';
import { PATIENCE_MS } from '@svc/test-servers';
import type { IntegrationsOptions } from '../integrations.module.js';
import { integrationsUnderTest } from './integrations.js';

export interface TicketsServer {
  readonly database: TemporaryDatabase;
  readonly authorizations: Client<typeof ConnectionAuthorizations>;
  readonly connections: Client<typeof Connections>;
  readonly tickets: Client<typeof Tickets>;
  readonly issueTickets: Client<typeof IssueTickets>;
  readonly webhooks: Client<typeof ProviderWebhooks>;
  stop(): Promise<void>;
}

export interface TicketsServerOptions extends IntegrationsOptions {
  readonly clock?: () => number;
  /** The database of another server; one of its own when absent. */
  readonly existing?: TemporaryDatabase;
}

/** The service over rpc, with a clock that a spec can move. */
export async function startTicketsServer({
  clock = Date.now,
  existing,
  ...options
}: TicketsServerOptions = {}): Promise<TicketsServer> {
  const database = existing ?? (await startTemporaryDatabase());
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-tickets-'));
  const address = `unix:${directory}/rpc.sock`;
  const logger = createLogger({ level: 'silent', service: 'integrations' });
  const module = integrationsUnderTest(
    { relational: database.relational, logger, clock },
    { egressAllow: ['127.0.0.0/8'], ...options },
  );
  const server = await startRpcServer({ module, address });
  const target = { address, timeoutMs: PATIENCE_MS };
  const connections = createRpcClient(Connections, target);
  const authorizations = createRpcClient(ConnectionAuthorizations, target);
  const tickets = createRpcClient(Tickets, target);
  const issueTickets = createRpcClient(IssueTickets, target);
  const webhooks = createRpcClient(ProviderWebhooks, target);
  await connections.ready(PATIENCE_MS);
  return {
    database,
    authorizations,
    connections,
    tickets,
    issueTickets,
    webhooks,
    async stop() {
      for (const client of [authorizations, connections, tickets, issueTickets, webhooks]) client.close();
      await server.stop();
      if (!existing) await database.stop();
      await rm(directory, { recursive: true });
    },
  };
}

/** Stores an issue as the query service does. */
export async function storeIssue(
  { relational }: TemporaryDatabase,
  projectId: string,
  mergedInto: string | null = null,
): Promise<string> {
  const now = new Date();
  const texts = { type: 'TypeError', title: 'TypeError: x is undefined', culprit: 'pay in card.js', platform: 'node' };
  const times = { firstSeen: now, lastSeen: now, changedAt: now, createdAt: now, updatedAt: now };
  const data = {
    projectId,
    projectNumber: 1,
    state: 'new',
    mergedInto,
    level: 'error',
    reason: '',
    ...texts,
    ...times,
  };
  return (await relational.client.issue.create({ data })).id;
}
