import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import type { Relational } from '@svc/relational';
import { CLOCK, COLUMN_STORE, RELATIONAL, type Clock } from '@svc/runtime';
import { Jobs, type JobContext, type JobHandler } from '@svc/work';
import { REPLACED_PARTS } from './row-purges.js';

/** The interval of checks. The engine keeps replaced parts for eight minutes by default. */
const CHECK_MS = 10_000;

type Context = Pick<JobContext<Record<string, never>>, 'fence'>;

/** Ends erasures whose rows have left the disk together with the last part that had them. */
@Injectable()
export class ReplacedParts implements JobHandler<Record<string, never>> {
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
    jobs: Jobs,
  ) {
    jobs.register(REPLACED_PARTS, this);
  }

  async handle({ fence }: Context): Promise<Date | void> {
    const { client } = this.relational;
    const where = { purgedAt: { not: null }, goneAt: null };
    const purged = await client.rowPurge.findMany({ where, select: { id: true, purgedAt: true } });
    if (purged.length === 0) return;
    // Every part that had the rows was replaced before they were purged.
    const oldest = await this.store.oldestReplacedPart();
    const gone = purged.filter(({ purgedAt }) => !oldest || (purgedAt !== null && purgedAt < oldest));
    const now = this.clock();
    const ids = gone.map(({ id }) => id);
    await client.$transaction(async (tx) => {
      await fence(tx);
      await tx.rowPurge.deleteMany({ where: { id: { in: ids }, isProject: false } });
      await tx.rowPurge.updateMany({ where: { id: { in: ids } }, data: { goneAt: new Date(now) } });
    });
    if (gone.length < purged.length) return new Date(now + CHECK_MS);
  }
}
