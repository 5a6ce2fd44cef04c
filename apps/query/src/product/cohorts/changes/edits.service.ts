import { Inject, Injectable } from '@nestjs/common';
import type { CohortsDeleteRequest, CohortsUpdateRequest, JsonObject } from '@svc/contract';
import type { Scope } from '@svc/reading/statement';
import { fromMilliseconds } from '@svc/reading/time';
import type { Prisma } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { changeVersioned, invalidField, requireFound, ServiceError } from '@svc/service-error';
import { Jobs } from '@svc/work';
import { COHORT_BUILDS } from '../cohort-jobs.js';
import { CohortUsers } from '../cohort-users.js';
import { CohortsRepository, type FoundCohort } from '../cohorts.repository.js';
import { CohortsService } from '../cohorts.service.js';
import { cohortsIn, readDefinition, type CohortKind } from '../definition/definition.js';
import { GenerationsRepository } from '../generations.repository.js';
import { DefinitionCheck } from './definition-check.js';

/** Updates and deletes cohorts. */
@Injectable()
export class EditsService {
  constructor(
    private readonly cohorts: CohortsRepository,
    private readonly generations: GenerationsRepository,
    private readonly users: CohortUsers,
    private readonly definitions: DefinitionCheck,
    private readonly reads: CohortsService,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Changes the fields that are present. A new definition starts a generation, and domains that refer to the cohort take note.
   * @throws ServiceError not_found, invalid_request, version_conflict
   */
  async update(request: CohortsUpdateRequest, scope: Scope) {
    const { name, description, definition, expectedVersion } = request;
    const cohort = await this.#find(scope.projectId, request.cohortId);
    checkFields(request, cohort);
    if (definition) await this.definitions.check(cohort.kind, definition, scope.projectId, cohort.id);
    const now = new Date(this.clock());
    const users = definition ? await this.users.find(scope.projectId, cohort.id) : [];
    await this.cohorts.transaction(async (tx) => {
      const changes = { name, description, ...(definition && { definition: definition as Prisma.InputJsonObject }) };
      await changeVersioned(this.cohorts.change(cohort.id, expectedVersion, { ...changes, updatedAt: now }, tx), () =>
        this.cohorts.find(scope.projectId, cohort.id),
      );
      if (definition) await this.generations.restart(cohort.id, now, tx);
      for (const user of users) await user.noteChange(scope.projectId, now, tx);
    });
    this.jobs.wake(COHORT_BUILDS);
    return this.reads.get(cohort.id, scope);
  }

  /** @throws ServiceError not_found; state_conflict if a flag or another cohort refers to the cohort; version_conflict. */
  async delete({ cohortId, expectedVersion }: CohortsDeleteRequest, { projectId }: Scope): Promise<void> {
    const { id } = await this.#find(projectId, cohortId);
    if ((await this.users.find(projectId, id)).length > 0)
      throw new ServiceError('state_conflict', { message: 'A flag refers to the cohort.' });
    if (await this.#isUsedByCohort(projectId, id))
      throw new ServiceError('state_conflict', { message: 'Another cohort refers to the cohort.' });
    await changeVersioned(this.cohorts.delete(id, expectedVersion), () => this.cohorts.find(projectId, id));
  }

  async #isUsedByCohort(projectId: string, id: string): Promise<boolean> {
    const now = fromMilliseconds(this.clock());
    return (await this.cohorts.all(projectId)).some(
      ({ kind, definition }) =>
        definition !== null &&
        cohortsIn(readDefinition(kind as CohortKind, definition as JsonObject, now)).includes(id),
    );
  }

  async #find(projectId: string, id: string): Promise<FoundCohort> {
    return requireFound(await this.cohorts.find(projectId, id));
  }
}

function checkFields({ name, description, definition, kind }: CohortsUpdateRequest, cohort: FoundCohort): void {
  if (kind !== undefined && kind !== cohort.kind) throw invalidField('kind', 'cannot be changed');
  if (name === undefined && description === undefined && definition === undefined)
    throw new ServiceError('invalid_request', { message: 'Nothing to change: send name, description or definition.' });
  if (definition && cohort.kind === 'static') throw invalidField('definition', 'is not allowed for a static cohort');
}
