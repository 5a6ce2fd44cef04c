import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.js';
import { migrateRelational } from '../migrate.js';
import { createRelational, type Relational } from '../relational.js';

export interface TemporaryDatabase {
  readonly url: string;
  readonly relational: Relational;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

/** For integration tests: a migrated, empty database on a server of its own, in about 0.8 s. */
export async function startTemporaryDatabase({ poolSize = 10 } = {}): Promise<TemporaryDatabase> {
  const directory = mkdtempSync(path.join(tmpdir(), 'svc-relational-'));
  const postgres = await startEmbeddedPostgres({ directory, isDurable: false });
  await migrateRelational(postgres.url);
  const relational = createRelational({ url: postgres.url, poolSize });
  return {
    url: postgres.url,
    relational,
    stop: async () => {
      await relational.close();
      await postgres.stop();
      rmSync(directory, { recursive: true });
    },
  };
}
