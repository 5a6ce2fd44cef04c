import { Inject, Injectable } from '@nestjs/common';
import type { InhibitionDeleteRequest, InhibitionSetRequest } from '@svc/contract';
import type { AlertInhibition } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { changeVersioned } from '@svc/service-error';
import { MatcherChecks } from '../silences/matcher-checks.js';
import type { InhibitionRule } from './inhibition-rule.js';
import { InhibitionsRepository } from './inhibitions.repository.js';

@Injectable()
export class InhibitionService {
  constructor(
    private readonly inhibitions: InhibitionsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  find(projectId: string): Promise<AlertInhibition | null> {
    return this.inhibitions.find(projectId);
  }

  /** @throws ServiceError invalid_request naming the field, or version_conflict. */
  async set(
    projectId: string,
    updatedBy: string,
    { rules, expectedVersion }: InhibitionSetRequest,
  ): Promise<AlertInhibition> {
    const change = { projectId, rules: checkRules(rules), updatedBy, updatedAt: new Date(this.clock()) };
    if (expectedVersion === undefined) return this.inhibitions.set(change);
    return changeVersioned(this.inhibitions.replace(expectedVersion, change), () => this.find(projectId));
  }

  /** @throws ServiceError not_found without rules of the project, or version_conflict. */
  async delete(projectId: string, { expectedVersion }: InhibitionDeleteRequest): Promise<void> {
    await changeVersioned(this.inhibitions.delete(projectId, expectedVersion), () => this.find(projectId));
  }
}

function checkRules(sent: InhibitionSetRequest['rules']): InhibitionRule[] {
  const checks = new MatcherChecks('the rules');
  return sent.map(({ sourceMatchers, targetMatchers, equal }, nth) => ({
    sourceMatchers: checks.check(sourceMatchers, `rules[${nth}].source_matchers`),
    targetMatchers: checks.check(targetMatchers, `rules[${nth}].target_matchers`),
    equal,
  }));
}
