import { Inject, Injectable } from '@nestjs/common';
import {
  EVENTS,
  IDENTITY_LINKS,
  LOGS,
  PERSON_OVERRIDES,
  PERSON_REGISTERS,
  PERSON_SEEN,
  SPANS,
  TRACE_SUMMARIES,
  type ColumnStore,
} from '@svc/columnar';
import type { EventLog } from '@svc/event-log';
import type { Relational } from '@svc/relational';
import { COLUMN_STORE, EVENT_LOG, RELATIONAL } from '../../dependencies.js';
import { runDeletion, select, sql, texts, type Budget, type Deletion, type Scope } from '../../statement/index.js';
import { PersonDirectory } from '../directory/directory.js';
import { PersonResolver } from '../identity/resolver.js';
import { storedSoFar } from '../../erasure/stored-so-far.js';

/** By what a person is found comes last: an erasure that is interrupted finds it again and goes on. */
const FORGETFUL = [EVENTS, LOGS, SPANS, TRACE_SUMMARIES, PERSON_REGISTERS, IDENTITY_LINKS, PERSON_OVERRIDES];

@Injectable()
export class ErasureService {
  constructor(
    @Inject(PersonDirectory) private readonly directory: PersonDirectory,
    @Inject(PersonResolver) private readonly resolver: PersonResolver,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(RELATIONAL) private readonly relational: Relational,
  ) {}

  /**
   * Waits until all that was accepted before is stored, so that nothing is on its way any more, and then deletes it.
   * @throws ServiceError not_found
   */
  async erase(reference: string, scope: Scope, budget: Budget): Promise<void> {
    const person = await this.directory.find(reference, scope, budget);
    await storedSoFar(this.eventLog, budget);
    const { ids } = await this.directory.idsOf(person.canonical, scope);
    await Promise.all(FORGETFUL.map((from) => this.#delete({ from, scope, ...ofIds(ids) }, budget)));
    await this.#leaveCohorts(ids, scope);
    await this.resolver.change(scope.projectNumber, (identities) => identities.forget(ids));
    await this.#delete({ from: PERSON_SEEN, scope, ...ofIds(ids) }, budget);
  }

  /** Also the generations that are kept; how many each had when it was built is a figure and stays. */
  async #leaveCohorts(ids: readonly string[], { projectNumber }: Scope): Promise<void> {
    await this.relational.client.cohortMember.deleteMany({
      where: { cohort: { projectNumber }, distinctId: { in: [...ids] } },
    });
  }

  /** Where nothing is to be deleted nothing is rewritten. */
  async #delete(deletion: Deletion, budget: Budget): Promise<void> {
    const found = await this.store.query(budget.statement(select({ ...deletion, columns: sql`1`, limit: 1 })));
    if (found.length > 0) await runDeletion(this.store, deletion);
  }
}

const ofIds = (ids: readonly string[]) =>
  ({ during: 'retention', where: [sql`has(${texts(ids)}, distinct_id)`] }) as const;
