import assert from 'node:assert/strict';
import { ServiceError } from '@svc/service-error';
import { Prisma } from './gen/client.js';
import { isLockTimeout } from './outage.js';
import { createRelational, type Relational, type Transaction } from './relational.js';

/** A migrated, empty database and a store with a pool of two connections to it. */
export interface DatabaseUnderTest {
  readonly url: string;
  readonly relational: Relational;
  stop(): Promise<void>;
}

/** Registers the tests of the relational store, which must pass on any Postgres. */
export function relationalConformance(name: string, start: () => Promise<DatabaseUnderTest>): void {
  describe(`the relational store on ${name}`, () => {
    let database: DatabaseUnderTest | undefined;
    const relational = (): Relational => {
      if (!database) throw new Error('the database was not started');
      return database.relational;
    };
    beforeAll(async () => {
      database = await start();
    });
    afterAll(() => database?.stop());

    const killOwnConnection = (tx: Transaction) => tx.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`;

    it('reports a lost connection of a query, batch or transaction as unavailable, and recovers immediately', async () => {
      const { client } = relational();
      await refused(killOwnConnection(client), 'unavailable');
      await refused(
        client.$transaction([client.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`]),
        'unavailable',
      );
      await refused(client.$transaction(killOwnConnection), 'unavailable');
      const lostBeforeCommit = client.$transaction(async (transaction) => {
        await transaction.organization.create({ data: { name: 'lost' } });
        await killOwnConnection(transaction).catch(() => {});
      });
      await refused(lostBeforeCommit, 'unavailable');
      assert.equal(await client.organization.count(), 0);
    });

    it('reports a server that is not running as unavailable for queries, transactions and checks', async () => {
      const nowhere = createRelational({
        url: 'postgresql://svc:pw@localhost/postgres?host=/nonexistent',
        poolSize: 1,
      });
      await refused(nowhere.check(), 'unavailable');
      await refused(nowhere.client.organization.count(), 'unavailable');
      await refused(
        nowhere.client.$transaction(() => Promise.resolve()),
        'unavailable',
      );
      await nowhere.close();
      await refused(nowhere.client.organization.count(), 'unavailable');
    });

    it('reports unavailable when all connections are busy for too long', async () => {
      const narrow = createRelational({ url: database?.url ?? '', poolSize: 1, connectTimeoutMs: 2_000 });
      const release = Promise.withResolvers<void>();
      const began = Promise.withResolvers<void>();
      const holder = narrow.client.$transaction(() => {
        began.resolve();
        return release.promise;
      });
      await began.promise;
      await refused(narrow.client.organization.count(), 'unavailable');
      release.resolve();
      await holder;
      await narrow.close();
    });

    it('times out slow statements and transactions', async () => {
      const { client } = relational();
      const slow = client.$transaction(async (transaction) => {
        await transaction.$executeRaw`SET LOCAL statement_timeout = 20`;
        await transaction.$queryRaw`SELECT pg_sleep(5)::text`;
      });
      await refused(slow, 'timeout');
      const idle = async (transaction: Transaction) => {
        await transaction.$queryRaw`SELECT pg_sleep(0.05)::text`;
        await transaction.organization.count();
      };
      await refused(client.$transaction(idle, { timeout: 10 }), 'timeout');
    });

    it('distinguishes a lock timeout from a server that does not respond', async () => {
      const { client } = relational();
      const { id } = await client.organization.create({ data: { name: 'locked' } });
      await client.$transaction(async (holder) => {
        await holder.organization.update({ where: { id }, data: { name: 'held' } });
        const waiting = client.$transaction(async (waiter) => {
          await waiter.$executeRaw`SET LOCAL lock_timeout = 20`;
          await waiter.organization.update({ where: { id }, data: { name: 'wanted' } });
        });
        assert.ok(isLockTimeout(await refused(waiting, 'unavailable')));
      });
      assert.ok(!isLockTimeout(await refused(killOwnConnection(client), 'unavailable')));
    });

    it('passes errors of a statement on to the repository', async () => {
      const { client } = relational();
      const { id } = await client.organization.create({ data: { name: 'one' } });
      await assert.rejects(
        client.organization.create({ data: { id, name: 'two' } }),
        (error) => error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002',
      );
    });
  });
}

async function refused(work: Promise<unknown>, code: string): Promise<ServiceError> {
  const error: unknown = await work.then(
    () => assert.fail('It succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceError, String(error));
  assert.equal(error.code, code);
  return error;
}
