import { Injectable } from '@nestjs/common';
import type { Transaction } from '@svc/relational';

/** A domain that refers to cohorts. */
export interface CohortUser {
  refersTo(projectId: string, cohortId: string): Promise<boolean>;
  /** Takes note, in the transaction of the change, that a cohort that it refers to changes. */
  noteChange(projectId: string, now: Date, tx: Transaction): Promise<void>;
}

/** The domains that refer to cohorts. They register in their constructors. */
@Injectable()
export class CohortUsers {
  readonly #users: CohortUser[] = [];

  register(user: CohortUser): void {
    this.#users.push(user);
  }

  /** The domains that refer to the cohort. */
  async find(projectId: string, cohortId: string): Promise<CohortUser[]> {
    const found: CohortUser[] = [];
    for (const user of this.#users) if (await user.refersTo(projectId, cohortId)) found.push(user);
    return found;
  }
}
