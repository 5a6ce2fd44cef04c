import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './gen/client.js';
import { reportOutages, toOutage, unwrapOutages } from './outage.js';

export interface RelationalOptions {
  /** `postgresql://user:password@host:port/database`; a Unix socket's directory as `?host=/directory`. */
  readonly url: string;
  /** Connections this process may hold. */
  readonly poolSize: number;
}

/**
 * The relational store. While the database does not answer, every call of `client` rejects with ServiceError `unavailable`, so
 * repositories need no try/catch; it works again by itself when the database does.
 */
export interface Relational {
  readonly client: PrismaClient;
  /**
   * Rows of one statement, past the client: its query engine is WebAssembly that its first query loads, a fifth of a second's work,
   * which what runs before the service listens should not need.
   */
  rows<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]>;
  /** Rejects with `unavailable` when the database does not answer. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Connects lazily: a database that is not there yet delays nothing. */
export function createRelational({ url, poolSize }: RelationalOptions): Relational {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'svc',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + ANSWER_MARGIN_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  });
  // A connection lost while idle is replaced when one is needed; without a listener its error would end the process.
  pool.on('error', () => {});
  const client = unwrapOutages(
    new PrismaClient({
      adapter: reportOutages(new PrismaPg(pool)),
      // Longer than the pool's own limit, so that the pool's error is the one that is seen and translated.
      transactionOptions: { maxWait: 2 * CONNECT_TIMEOUT_MS, timeout: STATEMENT_TIMEOUT_MS },
    }),
  );
  const rows = async <Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> => {
    try {
      return (await pool.query<Row>(text, [...values])).rows;
    } catch (error) {
      throw toOutage(error) ?? error;
    }
  };
  return {
    client,
    rows,
    check: async () => void (await rows('SELECT 1', [])),
    close: async () => {
      await client.$disconnect();
      await pool.end();
    },
  };
}

/** Also how long a request waits for a free connection before the answer is 503. */
const CONNECT_TIMEOUT_MS = 2_000;
/** No statement needs a tenth of it; it frees the connection of a request whose caller has gone. */
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 5_000;
/** A server that vanished without a word is given up on a little after the server itself would have given up. */
const ANSWER_MARGIN_MS = 2_000;
