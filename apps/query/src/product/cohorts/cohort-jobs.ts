import { Queue } from '@svc/work';

/** A generation that is to be built. */
export interface CohortBuild {
  readonly cohortId: string;
  readonly number: number;
}

/** One job for each generation in the state `building`. */
export const COHORT_BUILDS = new Queue<CohortBuild>({
  name: 'cohort-builds',
  maxAttempts: 3,
  backoff: { baseMs: 4_000, maxMs: 60_000 },
});

/** One periodic job for each cohort that is not static. */
export const COHORT_REFRESHES = new Queue<{ readonly cohortId: string }>({ name: 'cohort-refreshes' });

/** The time between two refreshes of a cohort. */
export const REFRESH_MS = 15 * 60_000;
