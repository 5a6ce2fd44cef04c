import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@svc/runtime';
import type { StoredLevel } from '../policies/policy.rules.js';
import { reachLevel, type Targets } from './reach.js';
import { TargetsService } from './targets.service.js';

/** The most sentences of a response. */
const MAX_WARNINGS = 50;

/** The receivers that a policy would not reach now. */
export interface ReachFaults {
  readonly warnings: readonly string[];
  readonly reachesNobody: boolean;
}

/** Describes in sentences which targets of a policy cannot be paged now. */
@Injectable()
export class ReachWarnings {
  constructor(
    private readonly targets: TargetsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param policies the levels of each policy. Returns the faults in their order. */
  async find(
    owner: { readonly projectId: string; readonly organizationId: string },
    policies: readonly (readonly StoredLevel[])[],
  ): Promise<ReachFaults[]> {
    if (policies.length === 0) return [];
    const now = this.clock();
    const targets = await this.targets.load(owner, policies.flat(), now);
    return policies.map((levels) => describeFaults(levels, targets, now));
  }
}

function describeFaults(levels: readonly StoredLevel[], targets: Targets, now: number): ReachFaults {
  const reached = levels.map((level) => ({ level: level.level, ...reachLevel(level, targets, now) }));
  const reachesNobody = reached.every(({ isEmpty }) => isEmpty);
  const warnings = reached.flatMap(({ level, missed, isEmpty }) => [
    ...missed.map(({ summary }) => `Level ${level}: ${summary}`),
    ...(isEmpty && !reachesNobody ? [`Level ${level} reaches nobody now, so the next level follows at once.`] : []),
  ]);
  const whole = reachesNobody ? ['The policy reaches nobody now.'] : [];
  return { warnings: [...whole, ...warnings].slice(0, MAX_WARNINGS), reachesNobody };
}
