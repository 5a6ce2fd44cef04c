import { Inject, Injectable } from '@nestjs/common';
import { Prisma, type Escalation, type Relational, type Transaction } from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { DueWatch } from '@svc/work';

export type EscalationState = 'running' | 'acknowledged' | 'exhausted' | 'stopped';

/** The time, the end of a lease that begins now, and a time that no change can have without a clock that was set back since. */
export type LeaseTimes = readonly [now: Date, until: Date, ahead: Date];

/** An escalation whose next step is due, under a lease. */
export type DueEscalation = Pick<Escalation, 'id' | 'revision'>;

/** Escalations of subjects, one of each. */
@Injectable()
export class RunningEscalationsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.relational.client.$transaction(work);
  }

  /** Locked until the end of the transaction. */
  async lock(tx: Transaction, projectId: string, subject: string): Promise<Escalation | null> {
    await tx.$queryRaw`
      SELECT 1 FROM escalations WHERE project_id = ${projectId}::uuid AND subject = ${subject} FOR UPDATE`;
    return tx.escalation.findUnique({ where: { projectId_subject: { projectId, subject } } });
  }

  find(projectId: string, subject: string): Promise<Escalation | null> {
    return this.relational.client.escalation.findUnique({ where: { projectId_subject: { projectId, subject } } });
  }

  get(id: string): Promise<Escalation | null> {
    return this.relational.client.escalation.findUnique({ where: { id } });
  }

  /** The first start of a subject's escalation; a later one changes it. */
  async insert(tx: Transaction, escalation: Prisma.EscalationUncheckedCreateInput): Promise<void> {
    await tx.escalation.create({ data: escalation });
  }

  /** @returns false if it was changed since the revision. */
  async change(
    tx: Transaction,
    { id, revision }: DueEscalation,
    change: Prisma.EscalationUncheckedUpdateManyInput,
  ): Promise<boolean> {
    const { count } = await tx.escalation.updateMany({
      where: { id, revision },
      data: { ...change, revision: { increment: 1 }, leaseUntil: null },
    });
    return count > 0;
  }

  /**
   * Leases escalations whose next step is due, the earliest first, so that two processes do not prepare the same. The lease ends by itself
   * when a process dies; one that ends later than any new lease comes from a clock that was set back since. It is no lock: a step takes
   * effect only if the revision is still the one that was leased.
   *
   * @param ahead an escalation that was changed after this time was changed by a clock that was set back since: it is leased as well.
   */
  lease(limit: number, [now, until, ahead]: LeaseTimes): Promise<DueEscalation[]> {
    return this.relational.rows<DueEscalation>(
      `UPDATE escalations SET lease_until = $3
       WHERE id IN (
         SELECT id FROM escalations
         WHERE (next_at <= $2 OR (next_at IS NOT NULL AND updated_at > $4))
           AND (lease_until IS NULL OR lease_until <= $2 OR lease_until > $3)
         ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING id, revision`,
      [limit, now, until, ahead],
    );
  }

  /**
   * Checks at this interval whether steps are due, and calls back if so.
   * @param times the times that `lease` takes.
   * @returns a function that stops the checks.
   */
  watch(everyMs: number, times: () => LeaseTimes, wake: () => void): () => void {
    return DueWatch.of(this.relational).add({
      everyMs,
      select: (bind) => {
        const [now, until, ahead] = times().map(bind) as [string, string, string];
        return `
          (SELECT 'escalations' FROM escalations
           WHERE (next_at <= ${now} OR (next_at IS NOT NULL AND updated_at > ${ahead}))
             AND (lease_until IS NULL OR lease_until <= ${now} OR lease_until > ${until})
           ORDER BY next_at LIMIT 1)`;
      },
      wake,
    });
  }
}
