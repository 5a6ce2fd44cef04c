import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import {
  EVENTS,
  IDENTITY_LINKS,
  LOGS,
  PERSON_OVERRIDES,
  PERSON_REGISTERS,
  PERSON_SEEN,
  SPANS,
  TRACE_SUMMARIES,
} from '@svc/tables';
import { ServiceError } from '@svc/errors';
import type { EventLog } from '@svc/event-log';
import type { Relational } from '@svc/relational';
import { COLUMN_STORE, EVENT_LOG, RELATIONAL } from '@svc/service';
import { waitUntilStored } from '../../../erasure/index.js';
import { Budget, Scope, runDeletion, select, sql, stringParams, type Deletion } from '@svc/reading/statement';
import { PersonDirectory } from '../directory/directory.js';
import { PersonResolver } from '../identity/resolver.js';
import { ErasureRepository, type HeldErasure } from './erasure.repository.js';

/** What names a person; that it was seen goes last, so a person that is half erased is still found by whoever asks again. */
const FORGETFUL = [EVENTS, LOGS, SPANS, TRACE_SUMMARIES, PERSON_REGISTERS, IDENTITY_LINKS, PERSON_OVERRIDES];
/** Of looking for what there is to delete; deleting takes what it takes. */
const LOOK_MS = 30_000;

/** The steps of an erasure. Each may be repeated: whoever is interrupted is taken over from the beginning. */
@Injectable()
export class Eraser {
  constructor(
    @Inject(PersonDirectory) private readonly directory: PersonDirectory,
    @Inject(PersonResolver) private readonly resolver: PersonResolver,
    @Inject(ErasureRepository) private readonly erasures: ErasureRepository,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(RELATIONAL) private readonly relational: Relational,
  ) {}

  /**
   * Waits until all that was accepted before is stored, so that nothing is on its way any more, and then deletes it.
   * @param waitMs how long it may wait.
   * @throws ServiceError unavailable when what was accepted is not stored in that time, or somebody else has taken over.
   */
  async erase(held: HeldErasure, waitMs: number, signal: AbortSignal): Promise<void> {
    const { projectNumber, projectId, retentionDays, canonicalDistinctId } = held;
    const scope = Scope.of({ id: projectId, number: projectNumber, retentionDays });
    await waitUntilStored(this.eventLog, new Budget(signal, waitMs));
    const now = await this.directory.idsOf(canonicalDistinctId, scope);
    // The links of a person whose erasure was interrupted may be gone already.
    const ids = [...new Set([...held.distinctIds, ...now.ids])];
    await this.#holds(held, ids);
    await Promise.all(FORGETFUL.map((from) => this.#delete({ from, scope, ...ofIds(ids) }, signal)));
    await this.#holds(held);
    await this.resolver.change(projectNumber, (identities) => identities.forget(ids));
    await this.#holds(held);
    await this.#delete({ from: PERSON_SEEN, scope, ...ofIds(ids) }, signal);
    await this.#leaveCohorts(ids, projectNumber);
    await this.erasures.complete(held);
  }

  /** Who was away too long must not delete what began anew behind its back. */
  async #holds(held: HeldErasure, distinctIds?: string[]): Promise<void> {
    if (!(await this.erasures.renew(held, distinctIds)))
      throw new ServiceError('unavailable', { cause: new Error('the erasure was taken over') });
  }

  /**
   * Also the generations that are kept; how many each had when it was built is a figure and stays. What is being built may have found the
   * person before it was gone and begins anew.
   */
  async #leaveCohorts(ids: readonly string[], projectNumber: number): Promise<void> {
    await this.relational.client.cohortGeneration.updateMany({
      where: { state: 'building', cohort: { projectNumber } },
      data: { leaseToken: null, leaseUntil: null, attempts: 0 },
    });
    await this.relational.client.cohortMember.deleteMany({
      where: { cohort: { projectNumber }, distinctId: { in: [...ids] } },
    });
  }

  /** Where nothing is to be deleted nothing is rewritten. */
  async #delete(deletion: Deletion, signal: AbortSignal): Promise<void> {
    const look = new Budget(signal, LOOK_MS).statement(select({ ...deletion, columns: sql`1`, limit: 1 }));
    const found = await this.store.query(look);
    if (found.length > 0) await runDeletion(this.store, deletion);
  }
}

const ofIds = (ids: readonly string[]) =>
  ({ during: 'retention', where: [sql`has(${stringParams(ids)}, distinct_id)`] }) as const;
