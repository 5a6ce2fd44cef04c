import { writeJson, type LogErasure, type Relational, type Transaction } from '@svc/relational';

/** The end of a partition of the event log; JSON has no integers of 64 bits. */
export interface StoredLogEnd {
  readonly topic: string;
  readonly partition: number;
  readonly endOffset: string;
}

/** The progress of erasures of persons in the event log. */
export interface ErasureProgress {
  readonly pending: number;
  readonly oldestPendingAt: Date | undefined;
  /** Undefined while some are pending. */
  readonly logClearedAt: Date | undefined;
}

/** Limits the work of one look at the log; the rest follows in the next one. */
const PENDING_LIMIT = 1_000;

/** The erasures of persons that the event log has yet to follow. */
export class LogErasures {
  constructor(private readonly relational: Relational) {}

  async add(
    tx: Transaction,
    erasure: { readonly projectNumber: number; readonly erasedAt: Date; readonly logEnds: readonly StoredLogEnd[] },
  ): Promise<void> {
    await tx.logErasure.create({ data: { ...erasure, logEnds: writeJson(erasure.logEnds) } });
  }

  /** The oldest first. */
  pending(projectNumber: number): Promise<LogErasure[]> {
    const where = { projectNumber, logClearedAt: null };
    return this.relational.client.logErasure.findMany({ where, orderBy: { erasedAt: 'asc' }, take: PENDING_LIMIT });
  }

  async clear(tx: Transaction, erasures: readonly LogErasure[], at: Date): Promise<void> {
    const where = { id: { in: erasures.map(({ id }) => id) } };
    await tx.logErasure.updateMany({ where, data: { logClearedAt: at, logEnds: [] } });
  }

  /** Undefined if no person was erased. */
  async readProgress(projectNumber: number): Promise<ErasureProgress | undefined> {
    const { logErasure } = this.relational.client;
    const { _count, _min } = await logErasure.aggregate({
      where: { projectNumber, logClearedAt: null },
      _count: true,
      _min: { erasedAt: true },
    });
    const { _max } = await logErasure.aggregate({ where: { projectNumber }, _max: { logClearedAt: true } });
    if (_count === 0 && !_max.logClearedAt) return undefined;
    return {
      pending: _count,
      oldestPendingAt: _min.erasedAt ?? undefined,
      logClearedAt: _count === 0 ? (_max.logClearedAt ?? undefined) : undefined,
    };
  }
}
