import { Inject, Injectable } from '@nestjs/common';
import type { PersonErasure, Relational, Transaction } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/runtime';
import { enqueue, Queue, type JobContext } from '@svc/work';

export type ErasureKey = Pick<PersonErasure, 'projectNumber' | 'canonicalDistinctId'>;
export type ErasureContext = Pick<JobContext<ErasureKey>, 'signal' | 'fence'>;

type Fence = ErasureContext['fence'];

/** One job for each row of `person_erasures`. It is repeated until the erasure is complete. */
export const PERSON_ERASURES = new Queue<ErasureKey>({
  name: 'person-erasures',
  leaseMs: 20_000,
  backoff: { baseMs: 2_000, maxMs: 10_000 },
});

/** Erasures that are not complete. Rows are changed only under the fence of their job. */
@Injectable()
export class ErasureRepository {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Records that the person is to be erased. A repeated request joins the same erasure and adds its distinct IDs. */
  async request(erasure: Omit<PersonErasure, 'requestedAt'>): Promise<ErasureKey> {
    const { projectNumber, canonicalDistinctId, projectId, retentionDays, distinctIds } = erasure;
    const now = new Date(this.clock());
    const payload = { projectNumber, canonicalDistinctId };
    await this.relational.client.$transaction(async (tx) => {
      const key = `${projectNumber} ${canonicalDistinctId}`;
      await enqueue(tx, PERSON_ERASURES, { key, payload, projectId, now });
      await tx.$executeRaw`
        INSERT INTO person_erasures AS known
          (project_number, canonical_distinct_id, project_id, retention_days, distinct_ids, requested_at)
        VALUES (${projectNumber}, ${canonicalDistinctId}, ${projectId}::uuid, ${retentionDays}, ${distinctIds}, ${now})
        ON CONFLICT (project_number, canonical_distinct_id)
        DO UPDATE SET distinct_ids = ARRAY(SELECT DISTINCT unnest(known.distinct_ids || EXCLUDED.distinct_ids))`;
    });
    return payload;
  }

  find({ projectNumber, canonicalDistinctId }: ErasureKey): Promise<PersonErasure | null> {
    return this.relational.client.personErasure.findFirst({ where: { projectNumber, canonicalDistinctId } });
  }

  async isComplete(key: ErasureKey): Promise<boolean> {
    return (await this.find(key)) === null;
  }

  /** Replaces the distinct IDs that are erased from now on. @throws LeaseLostError */
  async update({ projectNumber, canonicalDistinctId }: ErasureKey, distinctIds: string[], fence: Fence): Promise<void> {
    await this.relational.client.$transaction(async (tx) => {
      await fence(tx);
      await tx.personErasure.updateMany({ where: { projectNumber, canonicalDistinctId }, data: { distinctIds } });
    });
  }

  /** @throws LeaseLostError */
  async check(fence: Fence): Promise<void> {
    await this.relational.client.$transaction((tx) => fence(tx));
  }

  /**
   * @param follow writes everything else that follows the end of the erasure, in the same transaction.
   * @throws LeaseLostError
   */
  async complete(
    { projectNumber, canonicalDistinctId }: ErasureKey,
    fence: Fence,
    follow: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.relational.client.$transaction(async (tx) => {
      await fence(tx);
      await follow(tx);
      await tx.personErasure.deleteMany({ where: { projectNumber, canonicalDistinctId } });
    });
  }
}
