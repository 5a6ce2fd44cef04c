import { Inject, Injectable } from '@nestjs/common';
import {
  type Connection,
  insertWithin,
  isId,
  nameContains,
  Prisma,
  type Relational,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { enqueue } from '@svc/work';
import { toQuota } from './connection-limits.js';
import { PROVIDER_SYNC } from './provider-sync.queue.js';

const UNIQUE_VIOLATION = 'P2002';

@Injectable()
export class ConnectionsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /**
   * Ordered by display name.
   *
   * @param provider all if it is empty.
   * @param name text that the display name has to contain.
   */
  list(projectId: string, provider: string, name = ''): Promise<Connection[]> {
    const where = { projectId, ...(provider !== '' && { provider }), ...nameContains(name, 'displayName') };
    return this.relational.client.connection.findMany({ where, orderBy: [{ displayName: 'asc' }, { id: 'asc' }] });
  }

  find(projectId: string, id: string): Promise<Connection | null> {
    return isId(id) ? this.relational.client.connection.findFirst({ where: { id, projectId } }) : Promise.resolve(null);
  }

  findById(id: string): Promise<Connection | null> {
    return this.relational.client.connection.findUnique({ where: { id } });
  }

  /** The active connections of a project to a provider, the oldest first. */
  listActive(projectId: string, provider: string): Promise<Connection[]> {
    const where = { projectId, provider, state: 'active' };
    return this.relational.client.connection.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  }

  count(projectId: string): Promise<number> {
    return this.relational.client.connection.count({ where: { projectId } });
  }

  async hasName(projectId: string, displayName: string): Promise<boolean> {
    return (await this.relational.client.connection.count({ where: { projectId, displayName } })) > 0;
  }

  /** Undefined if another connection of the project has the name. @throws ServiceError quota_exceeded */
  insert(connection: Prisma.ConnectionUncheckedCreateInput): Promise<Connection | undefined> {
    return unlessNameTaken(() =>
      insertWithin(this.relational, toQuota(connection.projectId), async (tx) => {
        const created = await tx.connection.create({ data: connection });
        await startSync(tx, created, created.createdAt);
        return created;
      }),
    );
  }

  /** @returns undefined if another connection has the name, null if it has another version or, by a refresh, other secrets by now. */
  async update(
    { id, version, sealed }: Pick<Connection, 'id' | 'version' | 'sealed'>,
    changes: Prisma.ConnectionUpdateManyMutationInput & { readonly updatedAt: Date },
  ): Promise<Connection | null | undefined> {
    return unlessNameTaken(() =>
      this.relational.client.$transaction(async (tx) => {
        const [changed] = await tx.connection.updateManyAndReturn({
          where: { id, version, ...(changes.sealed !== undefined && { sealed }) },
          data: { ...changes, version: { increment: 1 } },
        });
        if (changed?.state === 'active') await startSync(tx, changed, changes.updatedAt);
        return changed ?? null;
      }),
    );
  }

  /** @param version deletes only this one if present. */
  async delete(id: string, version: bigint | undefined): Promise<boolean> {
    return (await this.relational.client.connection.deleteMany({ where: { id, version } })).count > 0;
  }

  /**
   * Records that the provider refused the secret. No-op if the connection was changed in the meantime, for example by a
   * new secret.
   */
  async requireReauthorization({ id, version }: Connection, now: Date): Promise<void> {
    await this.relational.client.connection.updateMany({
      where: { id, version, state: 'active' },
      data: { state: 'needs_reauth', version: { increment: 1 }, updatedAt: now },
    });
  }

  async pause({ id }: Connection, until: Date): Promise<void> {
    await this.relational.client.connection.updateMany({ where: { id }, data: { pausedUntil: until } });
  }
}

async function unlessNameTaken<Result>(write: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === UNIQUE_VIOLATION) return undefined;
    throw error;
  }
}

function startSync(tx: Transaction, { id, projectId }: Connection, now: Date): Promise<void> {
  return enqueue(tx, PROVIDER_SYNC, { key: id, payload: {}, projectId, now });
}
