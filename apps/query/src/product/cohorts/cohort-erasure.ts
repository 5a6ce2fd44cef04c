import { Injectable } from '@nestjs/common';
import type { ProjectIdentity } from '@svc/reading/statement';
import { restartJobs } from '@svc/work';
import { Erasables, type Erasable } from '../../erasure/index.js';
import { COHORT_BUILDS } from './cohort-jobs.js';
import { CohortMembersRepository } from './cohort-members.repository.js';
import { CohortsRepository } from './cohorts.repository.js';

/** Removes persons from all cohorts. */
@Injectable()
export class CohortErasure implements Erasable {
  constructor(
    private readonly cohorts: CohortsRepository,
    private readonly members: CohortMembersRepository,
    erasables: Erasables,
  ) {
    erasables.register(this);
  }

  /**
   * Also from earlier generations; how many members each had when it was built is a figure and stays. Builds may have read the person
   * before it was erased, so they start again.
   */
  async erasePerson(ids: readonly string[], project: ProjectIdentity): Promise<void> {
    await this.cohorts.transaction(async (tx) => {
      await restartJobs(tx, COHORT_BUILDS, project.id);
      await this.members.deletePersons(ids, project.id, tx);
    });
  }
}
