import { Inject, Injectable } from '@nestjs/common';
import {
  type Channel,
  insertWithin,
  isId,
  nameContains,
  Prisma,
  projectQuota,
  type Relational,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { changeVersioned } from '@svc/service-error';
import { REOPENED, resumeDeliveries } from '../deliveries/recovery.js';

/** Channels of one project. */
const MAX_CHANNELS = 500;
const UNIQUE_VIOLATION = 'P2002';

export type NewChannel = Pick<
  Prisma.ChannelUncheckedCreateInput,
  'id' | 'projectId' | 'type' | 'name' | 'config' | 'sealed' | 'timeZone' | 'isEnabled' | 'createdBy' | 'createdAt'
> & { readonly events: string[] };

export type ChannelChanges = Prisma.ChannelUpdateManyMutationInput & { readonly updatedAt: Date };

@Injectable()
export class ChannelsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Ordered by name. @param name text that names have to contain; all if it is empty. */
  list(projectId: string, name: string): Promise<Channel[]> {
    const where = { projectId, ...nameContains(name) };
    return this.relational.client.channel.findMany({ where, orderBy: [{ name: 'asc' }, { id: 'asc' }] });
  }

  find(projectId: string, id: string): Promise<Channel | null> {
    return isId(id) ? this.relational.client.channel.findFirst({ where: { id, projectId } }) : Promise.resolve(null);
  }

  /** The channels of some projects that get events without a rule. */
  subscribed(projectIds: readonly string[], tx: Transaction): Promise<Channel[]> {
    return tx.channel.findMany({ where: { projectId: { in: [...projectIds] }, events: { isEmpty: false } } });
  }

  /** Undefined if another channel of the project has the name. @throws ServiceError quota_exceeded */
  insert(channel: NewChannel): Promise<Channel | undefined> {
    const data = { ...channel, updatedAt: channel.createdAt };
    return insertWithin(this.relational, toQuota(channel.projectId), async (tx) => {
      const [created] = await tx.channel.createManyAndReturn({ data: [data], skipDuplicates: true });
      return created;
    });
  }

  /**
   * Deliveries that a disabled channel has left are suppressed, and a new configuration resumes those that its failures have delayed.
   * Undefined if another channel of the project has the name.
   * @throws ServiceError not_found, version_conflict if the channel was deleted or changed meanwhile.
   */
  async update(
    { id, version }: Pick<Channel, 'id' | 'version'>,
    changes: ChannelChanges,
    suppressed: 'channel_disabled' | undefined,
  ): Promise<Channel | undefined> {
    const data = { ...changes, ...(changes.config !== undefined && REOPENED), version: { increment: 1 } };
    try {
      return await this.relational.client.$transaction(async (tx) => {
        const changed = await changeVersioned(
          tx.channel.updateManyAndReturn({ where: { id, version }, data }).then(([first]) => first),
          () => tx.channel.findUnique({ where: { id } }),
        );
        if (suppressed) await suppressWaiting(tx, id, suppressed);
        else if (changes.config !== undefined) await resumeDeliveries(tx, [changed], changes.updatedAt, true);
        return changed;
      });
    } catch (error) {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === UNIQUE_VIOLATION) return undefined;
      throw error;
    }
  }

  delete(projectId: string, id: string): Promise<boolean> {
    return this.relational.client.$transaction(async (tx) => {
      const { count } = await tx.channel.deleteMany({ where: { id, projectId } });
      if (count > 0) await suppressWaiting(tx, id, 'channel_deleted');
      return count > 0;
    });
  }
}

async function suppressWaiting(tx: Transaction, channelId: string, reason: string): Promise<void> {
  await tx.delivery.updateMany({
    where: { channelId, status: { in: ['pending', 'retrying'] } },
    data: { status: 'suppressed', reason, nextAttemptAt: null },
  });
}

const toQuota = projectQuota('channels', MAX_CHANNELS, (tx) => tx.channel);
