import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQueryable,
  Transaction,
} from '@prisma/driver-adapter-utils';
import { ServiceError } from '@svc/errors';
import { Prisma, type PrismaClient } from './gen/client.js';

/**
 * Reports a database that does not answer in the same way to every repository: `unavailable` (or `timeout`), never a driver's
 * error. It sits below the Prisma client, so single queries, transactions, their begin and their commit all pass through it.
 * The client passes the error of a begin and a commit on as it is and wraps that of a query, so it needs unwrapOutages as well.
 */
export function reportOutages(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => guardConnection(await translated(factory.connect())),
  };
}

/** Takes the errors of reportOutages out of Prisma's wrapping. */
export function unwrapOutages(client: PrismaClient): PrismaClient {
  const unwrapped = client.$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((error: unknown) => {
          throw unwrap(error);
        }),
    },
  });
  // An extension of queries alone changes no signature; only $on, which we do not use, is gone from the type.
  return unwrapped as unknown as PrismaClient;
}

/** Whether a statement gave up waiting for a row or a key that another transaction holds. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Outage && error.cause instanceof Error && sqlState(error.cause) === LOCK_TIMEOUT;
}

/** The public error for a failure of the database itself; undefined for one that the statement is to blame for. */
export function toOutage(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError || !(error instanceof Error)) return undefined;
  const state = sqlState(error);
  if (state === STATEMENT_TIMEOUT) return new Outage('timeout', { cause: error });
  if (state !== undefined) return isOutageState(state) ? new Outage('unavailable', { cause: error }) : undefined;
  // Without a state the error is the socket's or the pool's, which throw plain errors; a TypeError would be a bug.
  return error.constructor === Error ? new Outage('unavailable', { cause: error }) : undefined;
}

/** Prisma wraps an error of a query in its own and keeps nothing of it but `code`, `message` and `meta`. */
class Outage extends ServiceError {
  get meta(): { outage: Outage } {
    return { outage: this };
  }
}

function unwrap(error: unknown): unknown {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return error;
  if (error.meta?.outage instanceof Outage) return error.meta.outage;
  return error.code === TRANSACTION_EXPIRED ? new ServiceError('timeout', { cause: error }) : error;
}

/** Prisma's own code for a transaction that outlived its time. */
const TRANSACTION_EXPIRED = 'P2028';
const STATEMENT_TIMEOUT = '57014';
const LOCK_TIMEOUT = '55P03';

/**
 * Connection failures (08), lost serialization and deadlocks (40), no memory, disk or connections (53), lock time-outs (55P03),
 * shutdown and start-up (57P), I/O errors (58), a standby that was not promoted yet (25006), an idle transaction cut off (25P03).
 */
const OUTAGE_STATES = [/^08/, /^40/, /^53/, /^55P03$/, /^57P/, /^58/, /^25006$/, /^25P03$/];

function isOutageState(state: string): boolean {
  return OUTAGE_STATES.some((pattern) => pattern.test(state));
}

/** Prisma's adapter keeps the state of Postgres inside its own error; `pg` puts it on the error. */
function sqlState(error: Error): string | undefined {
  const driver = (error.cause ?? {}) as { originalCode?: unknown; kind?: unknown };
  if (typeof driver.originalCode === 'string') return driver.originalCode;
  if (typeof driver.kind === 'string') return SOCKET_KINDS.has(driver.kind) ? '08000' : '';
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return typeof code === 'string' && typeof severity === 'string' ? code : undefined;
}

/** How the adapter reports socket errors, which have no state. */
const SOCKET_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TlsConnectionError']);

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toOutage(error) ?? error;
  }
}

function guardQueryable(inner: SqlQueryable): SqlQueryable {
  return {
    provider: inner.provider,
    adapterName: inner.adapterName,
    queryRaw: (query) => translated(inner.queryRaw(query)),
    executeRaw: (query) => translated(inner.executeRaw(query)),
  };
}

function guardConnection(inner: SqlDriverAdapter): SqlDriverAdapter {
  return {
    ...guardQueryable(inner),
    executeScript: (script) => translated(inner.executeScript(script)),
    startTransaction: async (isolation) => guardTransaction(await translated(inner.startTransaction(isolation))),
    getConnectionInfo: () => inner.getConnectionInfo?.() ?? { supportsRelationJoins: true },
    dispose: () => inner.dispose(),
  };
}

function guardTransaction(inner: Transaction): Transaction {
  return {
    ...guardQueryable(inner),
    options: inner.options,
    commit: () => translated(inner.commit()),
    rollback: () => translated(inner.rollback()),
  };
}
