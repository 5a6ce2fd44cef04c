import { Inject, Injectable } from '@nestjs/common';
import { insertWithin, writeJson, type OncallSchedule, type Relational, type Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { schedulesQuota } from '../schedules/schedules.repository.js';
import type { AssignedSchedule } from './assign.js';

/** The project and the creator of imported schedules. */
export interface ImportOwner {
  readonly projectId: string;
  readonly createdBy: string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

@Injectable()
export class ImportRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  /** Creates all schedules with their overrides, or none. @throws ServiceError quota_exceeded */
  insert(schedules: readonly AssignedSchedule[], owner: ImportOwner): Promise<OncallSchedule[]> {
    return insertWithin(
      this.relational,
      schedulesQuota(owner.projectId),
      async (tx) => {
        const rows: OncallSchedule[] = [];
        for (const schedule of schedules) rows.push(await insertOne(tx, schedule, owner));
        return rows;
      },
      schedules.length,
    );
  }
}

async function insertOne(
  tx: Transaction,
  { name, timeZone, layers, overrides }: AssignedSchedule,
  { projectId, createdBy, nowMs }: ImportOwner,
): Promise<OncallSchedule> {
  const createdAt = new Date(nowMs);
  const row = await tx.oncallSchedule.create({
    data: { projectId, name, timeZone, layers: writeJson(layers), createdBy, createdAt, updatedAt: createdAt },
  });
  await tx.oncallOverride.createMany({
    data: overrides.map(({ userId, startMs, endMs }, nth) => ({
      projectId,
      scheduleId: row.id,
      userId,
      startsAt: new Date(startMs),
      endsAt: new Date(endMs),
      createdBy,
      createdAt: new Date(overrideCreatedMs(nowMs, nth, overrides.length)),
    })),
  });
  return row;
}

/** The override that was created last wins among those of one time, so each is a millisecond later than the one before it. */
export function overrideCreatedMs(nowMs: number, nth: number, count: number): number {
  return nowMs - (count - 1 - nth);
}
