import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { MemoryStore } from '@svc/cache';
import { createKeyRing, generateKey } from '@svc/encryption';
import { createLogger, HealthRegistry } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { startTemporaryDatabase, type TemporaryDatabase } from '@svc/relational/testing';
import { StoresModule, type Clock } from '@svc/runtime';
import type { GatewayStores } from '../gateway.module.js';
import { INGEST_URL, PUBLIC_URL } from '../http/public-url.js';
import { bootstrapWorkspace } from '../workspace/bootstrap/bootstrap-workspace.js';
import { MAILER } from '../workspace/mail/mailer.js';
import { SINGLE_SIGN_ON } from '../workspace/users/single-sign-on.js';
import { WorkspaceModule } from '../workspace/workspace.module.js';

/** A migrated Postgres with a workspace in it, and the other stores of one machine. */
export interface WorkspaceUnderTest {
  readonly stores: GatewayStores & { readonly clock: Clock };
  readonly relational: Relational;
  readonly memory: MemoryStore;
  /** URL with the role that owns the tables. */
  readonly databaseOwnerUrl: string;
  /** For sockets. */
  readonly directory: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly ownerKey: string;
  /** Moves the clock of the stores. */
  advance(ms: number): void;
  /** Moves it to the beginning of the next minute, before something that is counted by minute. */
  beginMinute(): void;
  stop(): Promise<void>;
}

const MINUTE_MS = 60_000;

export const OWNER_KEY = 'owner-key-of-the-workspace-under-test';

/** @param existing a database that ends with the workspace; a new one without it. */
export async function startWorkspace(existing?: TemporaryDatabase): Promise<WorkspaceUnderTest> {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-gw-'));
  const database = existing ?? (await startTemporaryDatabase({ poolSize: 5 }));
  const { relational } = database;
  const memory = new MemoryStore();
  let offsetMs = 0;
  const clock = () => Date.now() + offsetMs;
  const { organizationId, projectId } = await bootstrapWorkspace(relational, {
    apiKey: OWNER_KEY,
    projectSlug: 'default',
    organizationName: 'Organization under test',
  });
  return {
    stores: {
      relational,
      cacheStore: memory,
      health: new HealthRegistry({ cacheMs: 0 }),
      logger: createLogger({ service: 'gateway', level: 'silent' }),
      clock,
      keyRing: createKeyRing(generateKey('test')),
      cursorSecret: 'cursor-secret-of-the-gateway-under-test',
    },
    relational,
    memory,
    databaseOwnerUrl: database.ownerUrl,
    directory,
    organizationId,
    projectId,
    ownerKey: OWNER_KEY,
    advance: (ms) => void (offsetMs += ms),
    beginMinute: () => void (offsetMs += MINUTE_MS - (clock() % MINUTE_MS)),
    async stop() {
      await memory.close();
      await database.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

@Module({})
class TestProcessModule {}

/** The workspace domain as the process serves it, without e-mail. */
export function workspaceModule(stores: GatewayStores): DynamicModule {
  const providers = [
    { provide: MAILER, useValue: undefined },
    { provide: SINGLE_SIGN_ON, useValue: false },
    { provide: PUBLIC_URL, useValue: () => 'http://service.test' },
    { provide: INGEST_URL, useValue: () => 'http://ingest.test' },
  ];
  return {
    module: TestProcessModule,
    global: true,
    imports: [StoresModule.with(stores), WorkspaceModule],
    providers,
    exports: providers,
  };
}

/** Another organization with a project, to be kept apart from the first. */
export async function addForeignProject(
  relational: Relational,
): Promise<{ organizationId: string; projectId: string }> {
  const organization = await relational.client.organization.create({ data: { name: 'Another organization' } });
  const project = await relational.client.project.create({
    data: { organizationId: organization.id, slug: 'default', name: 'Foreign' },
  });
  return { organizationId: organization.id, projectId: project.id };
}
