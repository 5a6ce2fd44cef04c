import { Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/relational';
import { CohortUsers, type CohortUser } from '../cohorts/cohort-users.js';
import { FlagsRepository } from './flags.repository.js';

/** The cohorts that flags refer to. */
@Injectable()
export class FlagCohorts implements CohortUser {
  constructor(
    private readonly flags: FlagsRepository,
    users: CohortUsers,
  ) {
    users.register(this);
  }

  async refersTo(projectId: string, cohortId: string): Promise<boolean> {
    const definitions = await this.flags.definitions(projectId);
    // The ID of a cohort is a UUID, which occurs in a definition only as a reference to it.
    return definitions.some((definition) => JSON.stringify(definition).includes(cohortId));
  }

  /** Lets the evaluators of flags notice the change. */
  noteChange(projectId: string, now: Date, tx: Transaction): Promise<void> {
    return this.flags.countChange(projectId, now, tx);
  }
}
