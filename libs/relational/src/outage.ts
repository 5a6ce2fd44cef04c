import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQueryable,
  Transaction,
} from '@prisma/driver-adapter-utils';
import { ServiceError } from '@svc/service-error';
import { Prisma, type PrismaClient } from './gen/client.js';

/**
 * Reports a database that does not respond in the same way to every repository: as `unavailable` (or `timeout`), never as an error of the
 * driver. It is below the Prisma client, so single queries, transactions, their begin and their commit all pass through it.
 * The client passes on the error of a begin or commit unchanged and wraps that of a query, so unwrapOutages is needed as well.
 */
export function reportOutages(factory: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => guardConnection(await translated(factory.connect())),
  };
}

/** Unwraps the errors of reportOutages from Prisma errors. */
export function unwrapOutages(client: PrismaClient): PrismaClient {
  const unwrapped = client.$extends({
    query: {
      $allOperations: ({ args, query }) =>
        query(args).catch((error: unknown) => {
          throw unwrap(error);
        }),
    },
  });
  // A query extension changes no signature; only $on, which we do not use, is missing from the type.
  return unwrapped as unknown as PrismaClient;
}

/** Whether a statement gave up waiting for a row or a key that another transaction holds. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Outage && error.cause instanceof Error && sqlState(error.cause) === LOCK_TIMEOUT;
}

/** Returns the public error for a failure of the database itself; undefined for a failure of the statement. */
export function toOutage(error: unknown): ServiceError | undefined {
  if (error instanceof ServiceError || !(error instanceof Error)) return undefined;
  const state = sqlState(error);
  if (state === STATEMENT_TIMEOUT) return new Outage('timeout', { cause: error });
  if (state !== undefined) return isOutageState(state) ? new Outage('unavailable', { cause: error }) : undefined;
  // Errors without a state come from the socket or the pool, which throw plain errors; a TypeError would be a bug.
  return error.constructor === Error ? new Outage('unavailable', { cause: error }) : undefined;
}

/** Prisma wraps the error of a query and keeps only its `code`, `message` and `meta`. */
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

/** The Prisma error code of a transaction that exceeded its time limit. */
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

/** The Prisma adapter stores the state of Postgres inside its own error; `pg` sets it on the error. */
function sqlState(error: Error): string | undefined {
  const driver = (error.cause ?? {}) as { originalCode?: unknown; kind?: unknown };
  if (typeof driver.originalCode === 'string') return driver.originalCode;
  if (typeof driver.kind === 'string') return SOCKET_KINDS.has(driver.kind) ? '08000' : '';
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return typeof code === 'string' && typeof severity === 'string' ? code : undefined;
}

/** The codes with which the adapter reports socket errors, which have no state. */
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
