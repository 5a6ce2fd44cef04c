/** A process that runs an embedded Postgres until it is killed: `fork` it with the directory as argument. */
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.js';

const [directory = ''] = process.argv.slice(2);
try {
  const { url, pid } = await startEmbeddedPostgres({ directory });
  process.send?.({ url, pid });
  setInterval(() => {}, 60_000);
} catch (error) {
  process.send?.({ failure: String(error) });
  process.exitCode = 1;
}
