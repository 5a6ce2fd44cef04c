import { Injectable } from '@nestjs/common';
import type { JointNeeds } from '@svc/flags';
import { personId } from '@svc/persons';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { Scope } from '@svc/reading/statement';
import { CohortMembership } from '../../cohorts/cohort-membership.js';
import { StoredContextsRepository } from './stored-contexts.repository.js';

/** Persons and groups, and what of them evaluations need. */
export interface WantedContexts extends Omit<JointNeeds, 'groupTypes'> {
  readonly distinctIds: readonly string[];
  readonly groups: readonly { readonly type: string; readonly key: string }[];
}

/** Loads the stored part of evaluation contexts. */
@Injectable()
export class StoredContextsService {
  constructor(
    private readonly stored: StoredContextsRepository,
    private readonly membership: CohortMembership,
  ) {}

  /** @param reader of a caller who waits longer than a program, which gets a decision without what is late. */
  async load(request: WantedContexts, scope: Scope, reader?: ProjectReader) {
    const [persons, groups, serverGroups] = await Promise.all([
      this.#persons(request, scope, reader),
      this.stored.groups(scope, request.groups, request.groupProperties, 'any', reader),
      this.stored.groups(scope, request.groups, request.serverGroupProperties, 'server', reader),
    ]);
    return {
      persons,
      groups: groups.map((properties, index) => ({ properties, serverProperties: serverGroups[index] ?? '{}' })),
    };
  }

  async #persons(request: WantedContexts, scope: Scope, reader: ProjectReader | undefined) {
    const { distinctIds, personProperties, serverPersonProperties, cohorts } = request;
    const { projectId } = scope;
    const [persons, serverProperties] = await Promise.all([
      this.stored.persons(scope, distinctIds, personProperties, reader),
      this.stored.serverProperties(scope, distinctIds, serverPersonProperties, reader),
    ]);
    const ids = persons.map((person) => person.ids);
    const memberships = cohorts.length === 0 ? [] : await this.membership.of(projectId, cohorts, ids);
    return persons.map(({ canonical, properties }, index) => ({
      personId: personId(projectId, canonical),
      properties,
      serverProperties: serverProperties[index] ?? '{}',
      memberships: Object.fromEntries(memberships[index] ?? []),
    }));
  }
}
