import { Inject, Injectable } from '@nestjs/common';
import { isId, type Prisma, type Relational, type Silence } from '@svc/relational';
import { RELATIONAL } from '@svc/service';
import type { SilenceMatcher } from './matcher.js';

/** Silences that have ended and are still listed. */
const MAX_EXPIRED = 1_000;

export type NewSilence = Pick<Silence, 'projectId' | 'name' | 'comment' | 'startsAt' | 'endsAt' | 'createdBy'> & {
  readonly matchers: readonly SilenceMatcher[];
};

@Injectable()
export class SilencesRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** The silences that have not ended and the last ones that have, the latest created first. */
  async list(projectId: string, now: Date): Promise<Silence[]> {
    const { silence } = this.relational.client;
    const [current, expired] = await Promise.all([
      silence.findMany({ where: { projectId, endsAt: { gt: now } } }),
      silence.findMany({
        where: { projectId, endsAt: { lte: now } },
        orderBy: [{ endsAt: 'desc' }, { id: 'desc' }],
        take: MAX_EXPIRED,
      }),
    ]);
    // IDs are in the order of creation.
    return [...current, ...expired].sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  countCurrent(projectId: string, now: Date): Promise<number> {
    return this.relational.client.silence.count({ where: { projectId, endsAt: { gt: now } } });
  }

  insert({ matchers, ...silence }: NewSilence, now: Date): Promise<Silence> {
    const json = matchers.map((matcher): Prisma.InputJsonObject => ({ ...matcher }));
    return this.relational.client.silence.create({
      data: { ...silence, matchers: json, createdAt: now, updatedAt: now },
    });
  }

  /** Ends a silence, also one that has not started. False if there is no such silence; one that has ended stays as it is. */
  async expire(projectId: string, id: string, now: Date): Promise<boolean> {
    if (!isId(id)) return false;
    const { silence } = this.relational.client;
    const ended = { endsAt: now, updatedAt: now };
    await silence.updateMany({
      where: { projectId, id, endsAt: { gt: now }, startsAt: { gt: now } },
      data: { ...ended, startsAt: now },
    });
    await silence.updateMany({ where: { projectId, id, endsAt: { gt: now } }, data: ended });
    return (await silence.count({ where: { projectId, id } })) === 1;
  }
}
