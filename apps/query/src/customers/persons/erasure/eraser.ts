import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { deadline } from '@svc/config';
import type { EventLog } from '@svc/event-log';
import { ProjectReader } from '@svc/reading/project-reader';
import { Budget, Scope, sql, stringParams } from '@svc/reading/statement';
import type { PersonErasure } from '@svc/relational';
import { COLUMN_STORE, EVENT_LOG } from '@svc/runtime';
import { PERSON_SEEN } from '@svc/tables';
import { ChangedPeriods } from '../../../changed-periods/index.js';
import { Erasables, LogEraser, waitUntilStored } from '../../../erasure/index.js';
import { PersonDirectory } from '../directory/directory.js';
import { PersonResolver } from '../identity/resolver.js';
import { ErasureRepository, type ErasureContext } from './erasure.repository.js';
import { PERSON_TABLES } from './person-tables.js';

/** Limit of the search for rows to delete; the deletion itself has none. */
const SEARCH_MS = deadline(30_000);
/** Limit of one attempt's wait until everything accepted before is stored. */
const WAIT_MS = deadline(15_000);

/** The steps of an erasure. Each can be repeated: an interrupted erasure starts again with the first. */
@Injectable()
export class Eraser {
  constructor(
    private readonly directory: PersonDirectory,
    private readonly resolver: PersonResolver,
    private readonly erasures: ErasureRepository,
    private readonly erasables: Erasables,
    private readonly logEraser: LogEraser,
    private readonly changes: ChangedPeriods,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
  ) {}

  /**
   * Waits until everything accepted before is stored, so that nothing can follow, and then deletes it. The event log follows later.
   * @throws ServiceError unavailable if it is not stored in time.
   * @throws LeaseLostError
   */
  async erase(erasure: PersonErasure, { signal, fence }: ErasureContext): Promise<void> {
    const { projectNumber, projectId, retentionDays, canonicalDistinctId } = erasure;
    const project = { id: projectId, number: projectNumber, retentionDays };
    const scope = Scope.of(project);
    await waitUntilStored(this.eventLog, new Budget(signal, WAIT_MS));
    const person = await this.directory.findIds(canonicalDistinctId, scope);
    // The links of a person whose erasure was interrupted may be gone already.
    const ids = [...new Set([...erasure.distinctIds, ...person.ids])];
    await this.erasures.update(erasure, ids, fence);
    await this.erasables.beforeErasure(ids, project, signal);
    const open = () => new ProjectReader(this.store, scope, Budget.inBackground(signal, SEARCH_MS));
    await this.changes.whileDeleting(ofIds(ids).where, open(), async () => {
      await Promise.all(PERSON_TABLES.map((from) => open().deleteFound({ from, ...ofIds(ids) })));
    });
    await this.erasures.check(fence);
    await this.resolver.change(projectNumber, (identities) => identities.forget(ids));
    await this.erasures.check(fence);
    // Sightings are deleted last, so that a person that is half erased is still found by a repeated request.
    await open().deleteFound({ from: PERSON_SEEN, ...ofIds(ids) });
    await this.erasables.erasePerson(ids, project);
    await this.erasures.complete(erasure, fence, await this.logEraser.prepare(project));
  }
}

const ofIds = (ids: readonly string[]) =>
  ({ during: 'retention', where: [sql`has(${stringParams(ids)}, distinct_id)`] }) as const;
