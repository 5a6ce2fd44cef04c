import { Inject, Injectable } from '@nestjs/common';
import type { Relational, Transaction } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { enqueue, Jobs, Queue } from '@svc/work';

/**
 * The one job that rewrites what the column store has deleted. One for all tables: a statement finds the partitions of all of them, and
 * they are rewritten one after the other, also for several callers.
 */
export const ROW_PURGES = new Queue<Record<string, never>>({
  name: 'row-purges',
  backoff: { baseMs: 2_000, maxMs: 60_000 },
});

/** The one job that waits until the parts that were rewritten have left the disk. */
export const REPLACED_PARTS = new Queue<Record<string, never>>({
  name: 'replaced-parts',
  backoff: { baseMs: 2_000, maxMs: 60_000 },
});

/** Each queue has one job. */
export const EVERYTHING = { key: 'all', payload: {}, projectId: null } as const;

/** The erasures whose rows may still be on a disk of the column store. */
@Injectable()
export class RowPurges {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly jobs: Jobs,
  ) {}

  /** Records in the transaction that ends the erasure of a person that its rows are deleted, and still have to leave the disk. */
  async addPerson(tx: Transaction, projectNumber: number, at: Date): Promise<void> {
    await this.#add(tx, { projectNumber, isProject: false, requestedAt: at });
  }

  /** The same for a project. */
  async addProject(projectNumber: number): Promise<void> {
    const requestedAt = new Date(this.clock());
    await this.relational.client.$transaction((tx) => this.#add(tx, { projectNumber, isProject: true, requestedAt }));
    this.jobs.wake(ROW_PURGES);
  }

  /** Whether the rows of a deleted project are gone; undefined if they are not deleted yet. */
  async isProjectGone(projectNumber: number): Promise<boolean | undefined> {
    const found = await this.relational.client.rowPurge.findFirst({ where: { projectNumber, isProject: true } });
    return found ? found.goneAt !== null : undefined;
  }

  /** The time of the oldest erasure of a person whose rows may still be on a disk; undefined if there is none. */
  async oldestPerson(projectNumber: number): Promise<Date | undefined> {
    const { _min } = await this.relational.client.rowPurge.aggregate({
      where: { projectNumber, isProject: false },
      _min: { requestedAt: true },
    });
    return _min.requestedAt ?? undefined;
  }

  async #add(tx: Transaction, data: { projectNumber: number; isProject: boolean; requestedAt: Date }): Promise<void> {
    await enqueue(tx, ROW_PURGES, { ...EVERYTHING, now: data.requestedAt });
    await tx.rowPurge.create({ data });
  }
}
