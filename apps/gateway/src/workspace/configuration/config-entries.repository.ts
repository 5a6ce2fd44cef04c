import { Inject, Injectable } from '@nestjs/common';
import { insertWithin, isId, type ConfigEntry, type Prisma, type Quota, type Relational } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';

/** Entries of one project. */
const MAX_ENTRIES = 1_000;

/** The new content of an entry: a value, or a sealed secret. */
export type EntryContent = Pick<ConfigEntry, 'configType' | 'sealed' | 'updatedBy' | 'updatedAt'> & {
  /** `Prisma.DbNull` for a secret, `Prisma.JsonNull` for the JSON value null. */
  readonly value: Prisma.InputJsonValue | typeof Prisma.DbNull | typeof Prisma.JsonNull;
};

@Injectable()
export class ConfigEntriesRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  list(projectId: string, configType: string | undefined): Promise<ConfigEntry[]> {
    return this.relational.client.configEntry.findMany({ where: { projectId, configType }, orderBy: { key: 'asc' } });
  }

  find(projectId: string, key: string): Promise<ConfigEntry | null> {
    return this.relational.client.configEntry.findUnique({
      where: { projectId_key: { projectId, key } },
    });
  }

  /** The entries with these keys, without those that do not exist. */
  findAll(projectId: string, keys: string[]): Promise<ConfigEntry[]> {
    return this.relational.client.configEntry.findMany({ where: { projectId, key: { in: keys } } });
  }

  /** Undefined when another request has just created an entry with that key. @throws ServiceError quota_exceeded */
  insert(projectId: string, key: string, content: EntryContent): Promise<ConfigEntry | undefined> {
    const data = { projectId, key, ...content, createdAt: content.updatedAt, createdBy: content.updatedBy };
    return insertWithin(this.relational, toQuota(projectId, key), async (tx) => {
      const [inserted] = await tx.configEntry.createManyAndReturn({ data: [data], skipDuplicates: true });
      return inserted;
    });
  }

  /** Undefined when the entry has another version by now. */
  async replace({ id, version }: ConfigEntry, content: EntryContent): Promise<ConfigEntry | undefined> {
    const [changed] = await this.relational.client.configEntry.updateManyAndReturn({
      where: { id, version },
      data: { ...content, version: { increment: 1 } },
    });
    return changed;
  }

  async findById(projectId: string, id: string): Promise<ConfigEntry | null> {
    return isId(id) ? this.relational.client.configEntry.findFirst({ where: { projectId, id } }) : null;
  }

  /** False if the project has no entry with this ID, or not at this version. */
  async delete(projectId: string, id: string, version: bigint | undefined): Promise<boolean> {
    return (await this.relational.client.configEntry.deleteMany({ where: { projectId, id, version } })).count > 0;
  }
}

/** An entry that another request has just created is not counted, because it is replaced next, which needs no room. */
const toQuota = (projectId: string, key: string): Quota => ({
  kind: 'config-entries',
  ownerId: projectId,
  most: MAX_ENTRIES,
  count: (tx) => tx.configEntry.count({ where: { projectId, key: { not: key } } }),
  exceeded: () => new ServiceError('quota_exceeded', { message: `A project holds at most ${MAX_ENTRIES} entries.` }),
});
