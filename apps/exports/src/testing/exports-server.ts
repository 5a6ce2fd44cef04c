import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create, type DescService } from '@bufbuild/protobuf';
import type { ColumnStore } from '@svc/columnar';
import { CallContextSchema, type CallContext } from '@svc/contract';
import type { ObjectStore } from '@svc/objects';
import { DirectoryStore } from '@svc/objects/open';
import { createLogger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { startTemporaryDatabase } from '@svc/relational/testing';
import { createRpcClient, startRpcServer, type Client } from '@svc/rpc';
import { PATIENCE_MS } from '@svc/test-servers';
import { ExportsModule } from '../exports.module.js';
import { DEFAULT_LIMITS, type ExportLimits } from '../exports.options.js';
import { PartWriterModule } from './part-writer.js';

/** Longer than every pause between two attempts of an export, and shorter than that between two looks of a sweeper. */
const MAX_PAUSE_MS = 300_000;

export interface ExportsServer {
  readonly relational: Relational;
  readonly objects: ObjectStore;
  /** The current time for the service; moves only by hand. */
  readonly clock: { nowMs: number };
  connect<S extends DescService>(service: S): Client<S>;
  /**
   * Moves the clock to the time when a job is due that pauses for at most five minutes. A failure that may pass, such
   * as a transaction that a busy machine could not start in time, is repeated after a pause, which a stopped clock
   * would never end. Specs call it while they wait; a clock that moved with every check would end the leases of running
   * jobs.
   */
  endPause(): Promise<void>;
  /** Keys of the objects that begin with the prefix. */
  keys(prefix: string): Promise<string[]>;
  stop(): Promise<void>;
}

export interface ExportsServerOptions {
  readonly limits?: Partial<ExportLimits>;
  /** Only for exports whose files are read from the store. */
  readonly columnStore?: ColumnStore;
}

/**
 * Starts the service as its process does: over rpc, on a database and a directory of its own. Its exports use the part
 * writer.
 */
export async function startExports({ limits = {}, columnStore }: ExportsServerOptions = {}): Promise<ExportsServer> {
  const database = await startTemporaryDatabase();
  const { relational } = database;
  const clock = { nowMs: Date.parse('2026-01-01T00:00:00Z') };
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-exports-'));
  const objects = await DirectoryStore.open({ directory: path.join(directory, 'objects') });
  const address = `unix:${directory}/rpc.sock`;
  const secret = 'a secret for cursors in tests';
  const module = ExportsModule.root(
    { secret, publicUrl: 'https://svc.example', limits: { ...DEFAULT_LIMITS, ...limits } },
    {
      relational,
      objects,
      cursorSecret: secret,
      clock: () => clock.nowMs,
      columnStore: columnStore as ColumnStore,
      logger: createLogger({ service: 'test', level: 'silent' }),
    },
    PartWriterModule,
  );
  const server = await startRpcServer({ module, address });
  const clients: { close(): void }[] = [];
  return {
    relational,
    objects,
    clock,
    connect: (service) => {
      const client = createRpcClient(service, { address, timeoutMs: PATIENCE_MS });
      clients.push(client);
      return client;
    },
    endPause: async () => {
      const [now, latest] = [clock.nowMs, clock.nowMs + MAX_PAUSE_MS].map((ms) => new Date(ms));
      const where = { leaseUntil: null, runAt: { gt: now, lte: latest } };
      const next = await relational.client.job.findFirst({ where, orderBy: { runAt: 'asc' } });
      if (next && next.runAt.getTime() > clock.nowMs) clock.nowMs = next.runAt.getTime();
    },
    keys: async (prefix) => {
      const keys: string[] = [];
      for await (const { key } of objects.list(prefix)) keys.push(key);
      return keys;
    },
    stop: async () => {
      for (const client of clients) client.close();
      await server.stop();
      await database.stop();
      await rm(directory, { recursive: true });
    },
  };
}

const SCOPES = ['export:read', 'export:write', 'export:download', 'logs:read', 'traces:read'];

/** An admin in a project that exists. */
export async function admin(
  { client }: Relational,
  { scopes = SCOPES, role = 'ROLE_ADMIN' } = {},
): Promise<{ readonly context: CallContext; readonly projectId: string; readonly userId: string }> {
  const { id: organizationId } = await client.organization.create({ data: { name: 'o' } });
  const { id: projectId, number } = await client.project.create({ data: { organizationId, slug: 'p', name: 'p' } });
  const { id: userId } = await client.user.create({ data: { email: `${randomUUID()}@svc.example`, name: 'Ann' } });
  await client.membership.create({ data: { organizationId, userId, role } });
  const context = create(CallContextSchema, {
    requestId: 'r1',
    organizationId,
    principalType: 'user',
    principalId: userId,
    principalName: 'Ann',
    userId,
    role,
    scopes,
    project: { id: projectId, number, retentionDays: 30 },
  });
  return { context, projectId, userId };
}
