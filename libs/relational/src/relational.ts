import { PrismaPg } from '@prisma/adapter-pg';
import { deadline } from '@svc/config';
import pg from 'pg';
import { PrismaClient, type Prisma } from './gen/client.js';
import { reportOutages, toOutage, unwrapOutages } from './outage.js';

export interface RelationalOptions {
  /** `postgresql://user:password@host:port/database`; the directory of a Unix socket as `?host=/directory`. */
  readonly url: string;
  /** Maximum connections of this process. */
  readonly poolSize: number;
  /**
   * Lets the server keep the plans of statements that have a name. Only without a pooler of transactions in between, which may not know
   * them.
   */
  readonly keepsPlans?: boolean;
  /** Time to wait for a new connection, and for a request to get a free one, before it fails with 503. */
  readonly connectTimeoutMs?: number;
}

/**
 * The relational store. While the database does not respond, every call of `client` rejects with ServiceError `unavailable`, so
 * repositories need no try/catch; it recovers by itself when the database does.
 */
export interface Relational {
  readonly client: PrismaClient;
  /**
   * Returns the rows of one statement without the Prisma client: its query engine is WebAssembly that takes a fifth of a second to load,
   * which code that runs before the service listens should avoid.
   *
   * @param name of a statement that is repeated all the time: it always has the same text, and the server may keep its plan.
   */
  rows<Row extends object>(text: string, values: readonly unknown[], name?: string): Promise<Row[]>;
  /** Rejects with `unavailable` if the database does not respond. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Connects lazily, so a database that is not running yet causes no delay. */
export function createRelational(options: RelationalOptions): Relational {
  const { url, poolSize, keepsPlans = false, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'svc',
    keepAlive: true,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + ANSWER_MARGIN_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  });
  // A connection that is lost while idle is replaced on demand; without a listener its error would crash the process.
  pool.on('error', () => {});
  const client = unwrapOutages(
    new PrismaClient({
      adapter: reportOutages(new PrismaPg(pool)),
      // Longer than the limit of the pool, so that the error of the pool is reported and translated.
      transactionOptions: { maxWait: 2 * connectTimeoutMs, timeout: STATEMENT_TIMEOUT_MS },
    }),
  );
  const rows = async <Row extends object>(text: string, values: readonly unknown[], name?: string): Promise<Row[]> => {
    const named = keepsPlans && name !== undefined ? { name } : {};
    try {
      return (await pool.query<Row>({ text, values: [...values], ...named })).rows;
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

const CONNECT_TIMEOUT_MS = deadline(5_000);
/** No statement needs a tenth of this time; it frees the connection of a request whose caller has left. */
const STATEMENT_TIMEOUT_MS = deadline(10_000);
const LOCK_TIMEOUT_MS = deadline(5_000);
/** Slightly longer than the timeout of the server, for a server that disappears without closing the connection. */
const ANSWER_MARGIN_MS = deadline(2_000);

/** The client inside a transaction. Functions that also run outside of one accept `Relational.client` in its place. */
export type Transaction = Prisma.TransactionClient;
