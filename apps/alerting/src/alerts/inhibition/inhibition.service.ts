import { Inject, Injectable } from '@nestjs/common';
import type { InhibitionDeleteRequest, InhibitionSetRequest } from '@svc/contract';
import type { AlertInhibition } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { changeVersioned, invalidField } from '@svc/service-error';
import { matchesEveryAlert } from '../silences/contradictions.js';
import { MatcherChecks } from '../silences/matcher-checks.js';
import { compileMatchers } from '../silences/matcher.js';
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
  return sent.map(({ sourceMatchers, targetMatchers, equal }, nth) => {
    const path = `rules[${nth}].target_matchers`;
    const rule = {
      sourceMatchers: checks.check(sourceMatchers, `rules[${nth}].source_matchers`),
      targetMatchers: checks.check(targetMatchers, path),
      equal,
    };
    if (equal.length === 0 && matchesEveryAlert(compileMatchers(rule.targetMatchers)))
      throw invalidField(path, 'must include a matcher that does not match every alert, unless equal names a label');
    return rule;
  });
}
