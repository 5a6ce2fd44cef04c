import type { PubSub } from '@svc/cache';
import type { ColumnStore } from '@svc/columnar';
import type { EventLog } from '@svc/event-log';
import type { Logger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { startRpcServer, type RpcServer } from '@svc/rpc';
import type { Clock } from './dependencies.js';
import { startIdentityConsumer } from './persons/identity/identity-consumer.js';
import { QueryModule } from './query.module.js';

export interface QueryOptions {
  /** Migrated when `columnStoreReady` resolves. The caller closes it after the service has stopped. */
  readonly columnStore: ColumnStore;
  /** The service is put together while its column store still starts; nothing is asked of it before. */
  readonly columnStoreReady?: Promise<void>;
  /** What ingestion appends to; it is followed and nothing is appended here. The caller closes it after the service has stopped. */
  readonly eventLog: EventLog;
  /** Migrated. The caller closes it after the service has stopped. */
  readonly relational: Relational;
  /** Tells other processes that flags have changed. The caller closes it after the service has stopped. */
  readonly pubSub: PubSub;
  /** Signs cursors: at least 16 characters, the same in all processes of the service and after a restart. */
  readonly cursorSecret: string;
  readonly rpc: {
    /** `unix:<absolute path>` or `host:port`. */
    readonly listen: string;
    /** Needed over TCP. */
    readonly token?: string | undefined;
  };
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly clock?: Clock;
}

/** Starts the query service. */
export async function startQuery(options: QueryOptions): Promise<RpcServer> {
  const {
    columnStore,
    columnStoreReady,
    eventLog,
    relational,
    pubSub,
    cursorSecret,
    rpc,
    logger,
    clock = Date.now,
  } = options;
  const server = await startRpcServer({
    module: QueryModule.over({ clock, columnStore, cursorSecret, eventLog, logger, pubSub, relational }),
    address: rpc.listen,
    token: rpc.token,
    log: logger,
    isReady: () => allAnswer([columnStore.check(), relational.check()]),
  });
  await columnStoreReady?.catch(async (cause: unknown) => {
    await server.stop();
    throw cause;
  });
  const identities = startIdentityConsumer({ eventLog, relational, columnStore, clock, logger });
  return {
    ...server,
    async stop() {
      await identities.stop();
      await server.stop();
    },
  };
}

async function allAnswer(checks: readonly Promise<unknown>[]): Promise<boolean> {
  const results = await Promise.allSettled(checks);
  return results.every(({ status }) => status === 'fulfilled');
}
