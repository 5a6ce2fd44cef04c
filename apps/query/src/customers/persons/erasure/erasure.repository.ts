import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { PersonErasure, Relational } from '@svc/relational';
import { CLOCK, RELATIONAL, type Clock } from '@svc/service';

/** Longer than any step takes, waiting included, unless the stores are in trouble. */
const LEASE_MS = 20_000;

export type ErasureKey = Pick<PersonErasure, 'projectNumber' | 'canonicalDistinctId'>;
export type HeldErasure = PersonErasure & { readonly leaseToken: string };

/** Erasures that are not complete. One process at a time holds each, and shows before every step that it still does. */
@Injectable()
export class ErasureRepository {
  constructor(
    @Inject(RELATIONAL) private readonly relational: Relational,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Writes down that the person goes. Asked for again, it is the same erasure, of all the ids ever named. */
  async request(erasure: Omit<PersonErasure, 'requestedAt' | 'leaseUntil' | 'leaseToken'>): Promise<ErasureKey> {
    const { projectNumber, canonicalDistinctId, projectId, retentionDays, distinctIds } = erasure;
    await this.relational.client.$executeRaw`
      INSERT INTO person_erasures AS known
        (project_number, canonical_distinct_id, project_id, retention_days, distinct_ids, requested_at)
      VALUES (${projectNumber}, ${canonicalDistinctId}, ${projectId}::uuid, ${retentionDays}, ${distinctIds}, ${this.#now()})
      ON CONFLICT (project_number, canonical_distinct_id)
      DO UPDATE SET distinct_ids = ARRAY(SELECT DISTINCT unnest(known.distinct_ids || EXCLUDED.distinct_ids))`;
    return { projectNumber, canonicalDistinctId };
  }

  /** The key of one that nobody holds, the oldest first. */
  async free(): Promise<ErasureKey | null> {
    return this.relational.client.personErasure.findFirst({
      where: this.#isFree(),
      orderBy: { requestedAt: 'asc' },
      select: { projectNumber: true, canonicalDistinctId: true },
    });
  }

  /** Undefined when somebody else holds it, or it is complete. */
  async take({ projectNumber, canonicalDistinctId }: ErasureKey): Promise<HeldErasure | undefined> {
    const leaseToken = randomUUID();
    const [taken] = await this.relational.client.personErasure.updateManyAndReturn({
      where: { projectNumber, canonicalDistinctId, ...this.#isFree() },
      data: { leaseToken, leaseUntil: this.#leaseEnd() },
    });
    return taken && { ...taken, leaseToken };
  }

  /** @returns whether it is still held, and then for the next step. `distinctIds` are those that are erased from now on. */
  async renew(
    { projectNumber, canonicalDistinctId, leaseToken }: HeldErasure,
    distinctIds?: string[],
  ): Promise<boolean> {
    const { count } = await this.relational.client.personErasure.updateMany({
      where: { projectNumber, canonicalDistinctId, leaseToken },
      data: { leaseUntil: this.#leaseEnd(), ...(distinctIds && { distinctIds }) },
    });
    return count === 1;
  }

  /** To be gone on with later by whoever comes first. */
  async release({ projectNumber, canonicalDistinctId, leaseToken }: HeldErasure, inMs: number): Promise<void> {
    await this.relational.client.personErasure.updateMany({
      where: { projectNumber, canonicalDistinctId, leaseToken },
      data: { leaseUntil: new Date(this.clock() + inMs) },
    });
  }

  async complete({ projectNumber, canonicalDistinctId, leaseToken }: HeldErasure): Promise<void> {
    await this.relational.client.personErasure.deleteMany({
      where: { projectNumber, canonicalDistinctId, leaseToken },
    });
  }

  async isComplete({ projectNumber, canonicalDistinctId }: ErasureKey): Promise<boolean> {
    const open = await this.relational.client.personErasure.count({ where: { projectNumber, canonicalDistinctId } });
    return open === 0;
  }

  #isFree() {
    return { OR: [{ leaseUntil: null }, { leaseUntil: { lt: this.#now() } }] };
  }

  #leaseEnd(): Date {
    return new Date(this.clock() + LEASE_MS);
  }

  #now(): Date {
    return new Date(this.clock());
  }
}
