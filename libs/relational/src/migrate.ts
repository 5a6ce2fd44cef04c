import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { compareSchema, requireReadable, type SchemaState } from '@svc/migrations';
import type pg from 'pg';
import { withMigrationClient } from './migration-client.js';
import { grantServiceRole } from './service-role.js';

interface MigrationOptions {
  /** Address with the role of the service, which is allowed what it needs; the service is the owner when absent. */
  readonly serviceUrl?: string | undefined;
  readonly migrations?: string;
}

/**
 * Migrates the database to the schema of this version and resolves with the names of the applied migrations. Any number of
 * processes may call it concurrently: one migrates, the others wait. It writes the rows that `prisma migrate deploy` would write, so
 * either can continue where the other stopped. Rejects with `unavailable` if the database does not respond.
 *
 * @throws CannotStart if a later version changed something that this version uses.
 */
export async function migrateRelational(
  url: string,
  { serviceUrl, migrations = MIGRATIONS }: MigrationOptions = {},
): Promise<readonly string[]> {
  return withMigrationClient(url, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [PRISMA_MIGRATE_LOCK]);
    const applied = await applyPending(client, migrations);
    if (serviceUrl !== undefined) await grantServiceRole(client, serviceUrl);
    return applied;
  });
}

/** Compares the schema of the database with that of this version. Any role of the service may. Rejects like `migrateRelational`. */
export async function readRelationalSchema(url: string): Promise<SchemaState> {
  return withMigrationClient(url, async (client) => {
    const { rows } = await client.query<{ exists: boolean }>(
      "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists",
    );
    const recorded = rows[0]?.exists === true ? await recordedMigrations(client) : [];
    const applied = recorded.flatMap(({ name, isFinished }) => (isFinished ? [name] : []));
    return compareSchema(migrationNames(MIGRATIONS), applied);
  });
}

/** An administrator has to repair the database; a retry would not help. */
class UnfinishedMigration extends Error {}

/** The advisory lock that the Prisma engine holds while it migrates. */
const PRISMA_MIGRATE_LOCK = 72707369;
export const MIGRATIONS = path.resolve(import.meta.dirname, '../prisma/migrations');

async function applyPending(client: pg.Client, migrations: string): Promise<readonly string[]> {
  await client.query(CREATE_TABLE);
  const recorded = await recordedMigrations(client);
  const unfinished = recorded.find(({ isFinished }) => !isFinished);
  if (unfinished)
    throw new UnfinishedMigration(
      `Migration ${unfinished.name} failed and must be resolved with \`prisma migrate resolve\`.`,
    );
  const state = compareSchema(
    migrationNames(migrations),
    recorded.map(({ name }) => name),
  );
  requireReadable('Postgres', state);
  const { pending } = state;
  for (const name of pending) await apply(client, migrations, name);
  return pending;
}

async function recordedMigrations(client: pg.Client): Promise<{ name: string; isFinished: boolean }[]> {
  const { rows } = await client.query<{ name: string; isFinished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS "isFinished"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

/** The migrations of this version, in order. */
export function migrationNames(migrations = MIGRATIONS): string[] {
  return readdirSync(migrations, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Migration and record are one transaction: after an interruption the next start retries from a clean state. */
async function apply(client: pg.Client, migrations: string, name: string): Promise<void> {
  const script = readFileSync(path.join(migrations, name, 'migration.sql'));
  const checksum = createHash('sha256').update(script).digest('hex');
  await client.query('BEGIN');
  try {
    await client.query(script.toString('utf8'));
    await client.query(RECORD, [randomUUID(), checksum, name]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

const RECORD = `
  INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
  VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`;

/** Computes the checksum like the Prisma engine. */
const CREATE_TABLE = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;
