import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@svc/runtime';
import { IssueChanges, toLifecycle, transition } from '../../issues/index.js';
import { IntakeRepository } from '../intake.repository.js';
import type { IntakeTools } from '../project-intake.js';

const AT_ONCE = 100;
/** The others wait for the next pass. */
const ROUNDS = 20;

/** Lets time pass for issues: new ones age, and snoozes end, also without events. */
@Injectable()
export class DueIssues {
  constructor(
    private readonly repository: IntakeRepository,
    private readonly changes: IssueChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async apply(tools: IntakeTools): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) {
      tools.signal.throwIfAborted();
      if ((await this.#applySome(tools)) < AT_ONCE) return;
    }
  }

  /** Returns how many were due. */
  async #applySome({ fence }: IntakeTools): Promise<number> {
    const now = new Date(this.clock());
    const due = await this.repository.due(now, AT_ONCE);
    for (const issue of due) {
      const outcome = transition(toLifecycle(issue), { kind: 'age' }, now);
      if (outcome.kind !== 'changed') continue;
      await this.repository.transaction(async (tx) => {
        await fence(tx);
        await this.changes.apply(tx, issue, outcome, now);
      });
    }
    return due.length;
  }
}
