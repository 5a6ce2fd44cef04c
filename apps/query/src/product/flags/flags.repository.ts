import { Inject, Injectable } from '@nestjs/common';
import type { FlagDefinition } from '@svc/flags';
import {
  type Flag,
  type FlagSnapshot,
  nameContains,
  type Relational,
  type Transaction,
  writeJson,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';

/** All flags of a project and its change counter. */
export interface ProjectFlags {
  readonly flags: readonly Flag[];
  /** Absent before the first change. */
  readonly snapshot: Pick<FlagSnapshot, 'version' | 'updatedAt'> | null;
}

@Injectable()
export class FlagsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  find(projectId: string, key: string, tx: Transaction = this.relational.client): Promise<Flag | null> {
    return tx.flag.findUnique({ where: { projectId_key: { projectId, key } } });
  }

  /** Runs reads that see the database at one point in time. */
  readConsistently<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.relational.client.$transaction(work, { isolationLevel: 'RepeatableRead' });
  }

  /** @param tx a transaction of consistent reads, so that the flags belong to the change counter. */
  async all(projectId: string, tx: Transaction): Promise<ProjectFlags> {
    return {
      flags: await this.list(projectId, { tx }),
      snapshot: await tx.flagSnapshot.findUnique({ where: { projectId } }),
    };
  }

  /** Lists flags by key, in byte order. @param name text that the key or the name has to contain. */
  async list(
    projectId: string,
    { name = '', tx = this.relational.client }: { name?: string; tx?: Transaction } = {},
  ): Promise<Flag[]> {
    const flags = await tx.flag.findMany({ where: { projectId, ...nameContains(name, 'key', 'name') } });
    return flags.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** The flags whose last change was then, the earliest first; both bounds are inclusive. */
  changedBetween(projectId: string, from: Date, to: Date, take: number): Promise<Flag[]> {
    const where = { projectId, updatedAt: { gte: from, lte: to } };
    return this.relational.client.flag.findMany({ where, orderBy: [{ updatedAt: 'asc' }, { key: 'asc' }], take });
  }

  /** The change counters of projects; a project whose flags never changed is absent. */
  async versions(projectIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
    const rows = await this.relational.client.flagSnapshot.findMany({ where: { projectId: { in: [...projectIds] } } });
    return new Map(rows.map(({ projectId, version }) => [projectId, version]));
  }

  /**
   * Changes the flags of a project. Changes of one project are serialized, so that the state against which a change was
   * checked still holds when it is applied; the change counter grows in the same transaction.
   */
  change<Result>(projectId: string, now: Date, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.relational.client.$transaction(async (tx) => {
      await tx.flagSnapshot.upsert({
        where: { projectId },
        create: { projectId, version: 1n, updatedAt: now },
        update: { version: { increment: 1 }, updatedAt: now },
      });
      return work(tx);
    });
  }

  async definitions(projectId: string): Promise<Flag['definition'][]> {
    const flags = await this.relational.client.flag.findMany({ where: { projectId }, select: { definition: true } });
    return flags.map(({ definition }) => definition);
  }

  /** Counts a change of something that flags of the project refer to. */
  async countChange(projectId: string, now: Date, tx: Transaction): Promise<void> {
    await tx.flagSnapshot.updateMany({ where: { projectId }, data: { version: { increment: 1 }, updatedAt: now } });
  }

  /** Bytes of the definitions of all flags of a project. */
  async definitionBytes(projectId: string, tx: Transaction): Promise<number> {
    const [row] = await tx.$queryRaw<{ bytes: number }[]>`
      SELECT coalesce(sum(octet_length(definition::text)), 0)::float8 AS bytes
      FROM flags WHERE project_id = ${projectId}::uuid`;
    return row?.bytes ?? 0;
  }

  insert(
    origin: Pick<Flag, 'projectId' | 'createdBy' | 'createdAt'>,
    definition: FlagDefinition,
    tx: Transaction,
  ): Promise<Flag> {
    return tx.flag.create({ data: { ...columns(definition), ...origin, updatedAt: origin.createdAt } });
  }

  update({ id }: Flag, definition: FlagDefinition, now: Date, tx: Transaction): Promise<Flag> {
    return tx.flag.update({ where: { id }, data: { ...columns(definition), updatedAt: now } });
  }

  async delete({ id }: Flag, tx: Transaction): Promise<void> {
    await tx.flag.delete({ where: { id } });
  }
}

function columns({ key, name, active, type, version, ...definition }: FlagDefinition) {
  return {
    key,
    name,
    active,
    type,
    version: BigInt(version),
    definition: writeJson(definition),
  };
}
