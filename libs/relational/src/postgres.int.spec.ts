import { postgresForTests } from '@svc/test-servers';
import pg from 'pg';
import { relationalConformance } from './conformance.js';
import { migrateRelational } from './migrate.js';
import { createRelational } from './relational.js';

const server = await postgresForTests();

if (typeof server === 'string') {
  // The embedded server is a real Postgres too, so an external one is never required.
  it.skip(`relational store on a Postgres server (${server})`, () => undefined);
} else {
  relationalConformance('a Postgres server', async () => {
    const url = new URL(server.url);
    url.pathname = `/svc_conformance_${Date.now()}`;
    await createDatabase(url.pathname.slice(1));
    await migrateRelational(url.href);
    const relational = createRelational({ url: url.href, poolSize: 2 });
    const stop = async () => {
      try {
        await relational.close();
      } finally {
        await server.stop();
      }
    };
    return { url: url.href, relational, stop };
  });

  /** The database is not dropped on a given server. */
  const createDatabase = async (name: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
  };
}
