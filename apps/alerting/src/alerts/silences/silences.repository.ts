import { Inject, Injectable } from '@nestjs/common';
import {
  insertWithin,
  isId,
  nameContains,
  type Quota,
  type Relational,
  type Silence,
  type Transaction,
  writeJson,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';
import { enqueue } from '@svc/work';
import type { SilenceMatcher } from './matcher.js';
import { SILENCE_BOUNDARIES } from './silence-boundaries.queue.js';

/** Silences of a project that have not ended. */
const MAX_CURRENT = 500;
/** Silences that have ended and are still listed. */
const MAX_EXPIRED = 1_000;

export type NewSilence = Pick<Silence, 'projectId' | 'name' | 'comment' | 'startsAt' | 'endsAt' | 'createdBy'> & {
  readonly matchers: readonly SilenceMatcher[];
};

@Injectable()
export class SilencesRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** The silences that have not ended and the last ones that have, the latest created first. */
  async list(projectId: string, now: Date, name = ''): Promise<Silence[]> {
    const { silence } = this.relational.client;
    const named = { projectId, ...nameContains(name) };
    const [current, expired] = await Promise.all([
      silence.findMany({ where: { ...named, endsAt: { gt: now } } }),
      silence.findMany({
        where: { ...named, endsAt: { lte: now } },
        orderBy: [{ endsAt: 'desc' }, { id: 'desc' }],
        take: MAX_EXPIRED,
      }),
    ]);
    // IDs are in the order of creation.
    return [...current, ...expired].sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  /** Reads the active silences of several projects, the earliest created first. */
  active(tx: Transaction, projectIds: readonly string[], now: Date): Promise<Silence[]> {
    const where = { projectId: { in: [...projectIds] }, startsAt: { lte: now }, endsAt: { gt: now } };
    return tx.silence.findMany({ where, orderBy: { id: 'asc' } });
  }

  /** Alerts follow it in the background. @throws ServiceError state_conflict if there are too many. */
  insert({ matchers, ...silence }: NewSilence, now: Date): Promise<Silence> {
    const data = { ...silence, matchers: writeJson(matchers), createdAt: now, updatedAt: now };
    return insertWithin(this.relational, toQuota(silence.projectId, now), async (tx) => {
      const created = await tx.silence.create({ data });
      await follow(tx, created, created.startsAt, now);
      return created;
    });
  }

  /** Ends a silence, also one that has not started. False if there is no such silence; one that has ended stays as it is. */
  async expire(projectId: string, id: string, now: Date): Promise<boolean> {
    if (!isId(id)) return false;
    return this.relational.client.$transaction(async (tx) => {
      const found = await tx.silence.findFirst({ where: { projectId, id } });
      if (!found) return false;
      if (found.endsAt <= now) return true;
      // The row of the job is locked before that of the silence, as its worker does.
      await follow(tx, found, now, now);
      const ended = { endsAt: now, updatedAt: now };
      const pending = { where: { id, endsAt: { gt: now }, startsAt: { gt: now } }, data: { ...ended, startsAt: now } };
      await tx.silence.updateMany(pending);
      await tx.silence.updateMany({ where: { id, endsAt: { gt: now } }, data: ended });
      return true;
    });
  }
}

async function follow(
  tx: Transaction,
  { id, projectId }: Pick<Silence, 'id' | 'projectId'>,
  runAt: Date,
  now: Date,
): Promise<void> {
  await enqueue(tx, SILENCE_BOUNDARIES, { key: id, payload: { silenceId: id }, projectId, runAt, now });
}

const toQuota = (projectId: string, now: Date): Quota => ({
  kind: 'silences',
  ownerId: projectId,
  most: MAX_CURRENT,
  count: (tx) => tx.silence.count({ where: { projectId, endsAt: { gt: now } } }),
  exceeded: () =>
    new ServiceError('state_conflict', {
      message: `The project has ${MAX_CURRENT} silences that have not ended, which is the most.`,
    }),
});
