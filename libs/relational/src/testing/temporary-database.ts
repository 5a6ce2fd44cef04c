import { rmSync } from 'node:fs';
import { PATIENCE_MS } from '@svc/test-servers';
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.js';
import { createRelational, type Relational } from '../relational.js';
import { copyMigratedCluster } from './migrated-cluster.js';
import { sharedServer, type ServerAddresses } from './shared-server.js';

export interface TemporaryDatabase {
  /** URL with the role of the service, which `relational` uses. */
  readonly url: string;
  /** URL with the role that owns the tables, a superuser. */
  readonly ownerUrl: string;
  readonly relational: Relational;
  /** Removes the database. */
  stop(): Promise<void>;
}

/** A database on a server of its own. */
export interface TemporaryServer extends TemporaryDatabase {
  /** Stops the server, to test the behavior without it. */
  stopServer(): Promise<void>;
}

interface TemporaryDatabaseOptions {
  readonly poolSize?: number;
}

let databases = 0;

/** For integration tests: creates a migrated, empty database on the server that all specs of this process share. */
export async function startTemporaryDatabase(options: TemporaryDatabaseOptions = {}): Promise<TemporaryDatabase> {
  const server = await sharedServer();
  const name = `spec_${++databases}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE postgres`);
  const [url, ownerUrl] = [inDatabase(server.serviceUrl, name), inDatabase(server.url, name)];
  const relational = connect(url, options);
  return {
    url,
    ownerUrl,
    relational,
    stop: async () => {
      await relational.close();
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** For integration tests that stop the server: starts one with a migrated, empty database. */
export async function startTemporaryServer(options: TemporaryDatabaseOptions = {}): Promise<TemporaryServer> {
  const directory = await copyMigratedCluster();
  const postgres = await startEmbeddedPostgres({ directory, isDurable: false });
  const relational = connect(postgres.serviceUrl, options);
  return {
    url: postgres.serviceUrl,
    ownerUrl: postgres.url,
    relational,
    stopServer: () => postgres.stop(),
    stop: async () => {
      await relational.close();
      await postgres.stop();
      rmSync(directory, { recursive: true });
    },
  };
}

/** Runs a statement about databases from one that is no template of others, because a template must have no connection. */
async function administer({ url }: ServerAddresses, statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: inDatabase(url, 'template1'),
    connectionTimeoutMillis: PATIENCE_MS,
  });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const connect = (url: string, { poolSize = 10 }: TemporaryDatabaseOptions): Relational =>
  createRelational({
    url,
    poolSize,
    keepsPlans: true,
    // A hundred requests at once can wait longer than a caller would, on a machine that runs other specs.
    connectTimeoutMs: PATIENCE_MS,
  });

function inDatabase(url: ServerAddresses['url'], name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
