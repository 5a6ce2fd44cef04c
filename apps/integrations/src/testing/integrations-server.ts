import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create } from '@bufbuild/protobuf';
import { CallContextSchema, Channels, Deliveries, type CallContext } from '@svc/contract';
import { createLogger } from '@svc/observability';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { createRpcClient, startRpcServer, type Client } from '@svc/rpc';
import type { Clock } from '@svc/runtime';
import { PATIENCE_MS } from '@svc/test-servers';
import type { IntegrationsOptions } from '../integrations.module.js';
import { integrationsUnderTest } from './integrations.js';

export interface IntegrationsServer {
  readonly database: TemporaryDatabase;
  readonly channels: Client<typeof Channels>;
  readonly deliveries: Client<typeof Deliveries>;
  /** A client of another service of the process. */
  connect<Service extends Parameters<typeof createRpcClient>[0]>(service: Service): Client<Service>;
  stop(): Promise<void>;
}

/** The service as its process serves it: over rpc, on a database of its own or on a given one. */
export async function startIntegrations(
  options?: IntegrationsOptions,
  existing?: TemporaryDatabase,
  clock?: Clock,
): Promise<IntegrationsServer> {
  const database = existing ?? (await startTemporaryDatabase());
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-integrations-'));
  const address = `unix:${directory}/rpc.sock`;
  const logger = createLogger({ level: 'silent', service: 'integrations' });
  const module = integrationsUnderTest({ relational: database.relational, logger, ...(clock && { clock }) }, options);
  const server = await startRpcServer({ module, address });
  const channels = createRpcClient(Channels, { address, timeoutMs: PATIENCE_MS });
  const deliveries = createRpcClient(Deliveries, { address, timeoutMs: PATIENCE_MS });
  await channels.ready(PATIENCE_MS);
  const clients: { close(): void }[] = [channels, deliveries];
  return {
    database,
    channels,
    deliveries,
    connect(service) {
      const client = createRpcClient(service, { address, timeoutMs: PATIENCE_MS });
      clients.push(client);
      return client;
    },
    async stop() {
      for (const client of clients) client.close();
      await server.stop();
      if (!existing) await database.stop();
      await rm(directory, { recursive: true });
    },
  };
}

/** A caller in a project. */
export function callerIn(project: string = randomUUID()): { context: CallContext } {
  const context = create(CallContextSchema, {
    requestId: 'r1',
    organizationId: 'o1',
    principalType: 'api_key',
    principalId: randomUUID(),
    project: { id: project, number: 1, retentionDays: 30 },
  });
  return { context };
}
