import { Inject, Injectable } from '@nestjs/common';
import { deadline } from '@svc/config';
import {
  isId,
  isLockTimeout,
  type AnomalyFinding,
  type Prisma,
  type Relational,
  type Transaction,
} from '@svc/relational';
import { RELATIONAL } from '@svc/runtime';
import { ServiceError } from '@svc/service-error';

/** Time that a change waits for other changes of the same finding. */
const LOCK_TIMEOUT_MS = deadline(5_000);

@Injectable()
export class FindingsRepository {
  constructor(@Inject(RELATIONAL) private readonly relational: Relational) {}

  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.relational.client.$transaction(work);
  }

  async find(projectId: string, id: string, tx: Transaction = this.relational.client): Promise<AnomalyFinding | null> {
    return isId(id) ? tx.anomalyFinding.findFirst({ where: { projectId, id } }) : null;
  }

  /**
   * Reads a finding and locks it until the end of the transaction.
   * @throws ServiceError unavailable if other changes of the finding take too long.
   */
  async lock(tx: Transaction, projectId: string, id: string): Promise<AnomalyFinding | null> {
    if (!isId(id)) return null;
    try {
      await tx.$queryRaw`SELECT set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`;
      await tx.$queryRaw`
        SELECT 1 FROM anomaly_findings WHERE id = ${id}::uuid AND project_id = ${projectId}::uuid FOR UPDATE`;
    } catch (cause) {
      if (isLockTimeout(cause)) throw new ServiceError('unavailable', { cause });
      throw cause;
    }
    return this.find(projectId, id, tx);
  }

  update(tx: Transaction, id: string, change: Prisma.AnomalyFindingUncheckedUpdateInput): Promise<AnomalyFinding> {
    return tx.anomalyFinding.update({ where: { id }, data: change });
  }

  insert(tx: Transaction, finding: Prisma.AnomalyFindingUncheckedCreateInput): Promise<AnomalyFinding> {
    return tx.anomalyFinding.create({ data: finding });
  }

  /** The last finding of the same series and direction. */
  async latestOf(tx: Transaction, projectId: string, occurrenceKey: string): Promise<string | null> {
    const latest = await tx.anomalyFinding.findFirst({
      where: { projectId, occurrenceKey },
      orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
      select: { id: true },
    });
    return latest?.id ?? null;
  }

  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.anomalyFinding.delete({ where: { id } });
  }
}
