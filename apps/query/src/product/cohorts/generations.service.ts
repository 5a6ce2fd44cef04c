import { Inject, Injectable } from '@nestjs/common';
import type { CohortsHistoryRequest } from '@svc/contract';
import { keysetList, type Cursors } from '@svc/pagination';
import type { Scope } from '@svc/reading/statement';
import { CLOCK, CURSORS, type Clock } from '@svc/runtime';
import { requireFound, ServiceError } from '@svc/service-error';
import { Jobs } from '@svc/work';
import { COHORT_BUILDS } from './cohort-jobs.js';
import { toGeneration } from './cohort.message.js';
import { CohortsRepository } from './cohorts.repository.js';
import { GenerationsRepository } from './generations.repository.js';

const PAGE = { default: 50, max: 1000 };

/** The generations of a cohort: their history, and requests for a new one. */
@Injectable()
export class GenerationsService {
  constructor(
    private readonly cohorts: CohortsRepository,
    private readonly generations: GenerationsRepository,
    private readonly jobs: Jobs,
    @Inject(CURSORS) private readonly cursors: Cursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Returns the generation that is being built, after starting one if there is none.
   * @throws ServiceError not_found; state_conflict for a static cohort.
   */
  async refresh(cohortId: string, { projectId }: Scope) {
    const { id, kind } = requireFound(await this.cohorts.find(projectId, cohortId));
    if (kind === 'static')
      throw new ServiceError('state_conflict', {
        message: 'A static cohort has no definition; replace its members instead.',
      });
    const now = new Date(this.clock());
    const generation = requireFound(await this.cohorts.transaction((tx) => this.generations.start(id, now, tx)));
    this.jobs.wake(COHORT_BUILDS);
    return toGeneration(generation);
  }

  /** @throws ServiceError not_found */
  async history(request: CohortsHistoryRequest, { projectId }: Scope) {
    const { id } = requireFound(await this.cohorts.find(projectId, request.cohortId));
    const { rows, pagination } = await keysetList(this.cursors, {
      operation: 'cohorts.history',
      projectId,
      filters: { cohort: id },
      order: { sort: 'generation desc', key: { number: 'number' } },
      limits: PAGE,
      request,
      read: (after, take) => this.generations.history(id, after?.number, take),
    });
    return { generations: rows.map(toGeneration), pagination };
  }
}
