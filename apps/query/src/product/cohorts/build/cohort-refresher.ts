import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@svc/runtime';
import { Jobs, type JobContext, type JobHandler } from '@svc/work';
import { COHORT_BUILDS, COHORT_REFRESHES, REFRESH_MS } from '../cohort-jobs.js';
import { CohortsRepository } from '../cohorts.repository.js';
import { GenerationsRepository } from '../generations.repository.js';

/** Starts the next generation of each cohort periodically. */
@Injectable()
export class CohortRefresher implements JobHandler<{ readonly cohortId: string }> {
  constructor(
    private readonly cohorts: CohortsRepository,
    private readonly generations: GenerationsRepository,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    jobs.register(COHORT_REFRESHES, this);
  }

  /** Ends with the cohort. */
  async handle({ job, fence }: JobContext<{ readonly cohortId: string }>): Promise<Date | void> {
    const nowMs = this.clock();
    const started = await this.cohorts.transaction(async (tx) => {
      await fence(tx);
      return this.generations.start(job.payload.cohortId, new Date(nowMs), tx);
    });
    if (!started) return;
    this.jobs.wake(COHORT_BUILDS);
    return new Date(nowMs + REFRESH_MS);
  }
}
