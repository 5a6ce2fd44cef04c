import { Injectable } from '@nestjs/common';
import type { EvaluationContext, Json, PropertySource } from '@svc/flags';
import { personId } from '@svc/persons';
import { CohortMembership } from '../../cohorts/cohort-membership.js';
import type { Scope } from '../../statement/index.js';
import { AskerRepository, type StoredPerson } from './asker.repository.js';
import type { JointNeeds } from './needs.js';

type Properties = Readonly<Record<string, Json>>;

/** Who asks, as far as the request says. */
export interface Asker {
  readonly distinctId: string;
  readonly anonDistinctId?: string | undefined;
  readonly groups: Readonly<Record<string, string>>;
  readonly personProperties: Properties;
  readonly groupProperties: Readonly<Record<string, Properties>>;
  readonly nowMs: number;
}

/** Adds to what a request says of its asker what is stored, where flags need it. */
@Injectable()
export class AskerService {
  constructor(
    private readonly stored: AskerRepository,
    private readonly membership: CohortMembership,
  ) {}

  /** Never rejects: what cannot be read is unknown. */
  async contextOf(asker: Asker, needs: JointNeeds, scope: Scope): Promise<EvaluationContext> {
    const { personProperties: supplied } = asker;
    const isMissing = [...needs.personProperties].some((name) => !Object.hasOwn(supplied, name));
    const needsPerson = isMissing || needs.personId || needs.cohorts.size > 0;
    const [person, groupProperties] = await Promise.all([
      needsPerson ? orUnknown(this.stored.person(scope, asker.distinctId)) : undefined,
      this.#groupProperties(asker, needs, scope),
    ]);
    const memberships =
      person && needs.cohorts.size > 0
        ? await orUnknown(this.membership.of(scope.projectId, [...needs.cohorts], person.ids))
        : undefined;
    return {
      distinctId: asker.distinctId,
      anonDistinctId: asker.anonDistinctId,
      personId: person && personId(scope.projectId, person.canonical),
      nowMs: asker.nowMs,
      groups: asker.groups,
      personProperties: merged(person?.properties, supplied, !isMissing || person !== undefined),
      groupProperties,
      isCohortMember: (id) => memberships?.get(id),
    };
  }

  async #groupProperties({ groups, groupProperties: supplied }: Asker, needs: JointNeeds, scope: Scope) {
    const types = Object.entries(groups).filter(([type]) => needs.groupProperties.has(type));
    const sources = types.map(async ([type, key]): Promise<[string, PropertySource]> => {
      const own = Object.hasOwn(supplied, type) ? (supplied[type] ?? {}) : {};
      const isMissing = [...(needs.groupProperties.get(type) ?? [])].some((name) => !Object.hasOwn(own, name));
      const stored = isMissing ? await orUnknown(this.stored.group(scope, type, key)) : undefined;
      return [type, merged(stored, own, !isMissing || stored !== undefined)];
    });
    return Object.fromEntries(await Promise.all(sources));
  }
}

function merged(stored: StoredPerson['properties'] = {}, supplied: Properties, isComplete: boolean): PropertySource {
  return { values: { ...stored, ...supplied }, isComplete };
}

function orUnknown<Value>(read: Promise<Value>): Promise<Value | undefined> {
  return read.catch(() => undefined);
}
