import { fromJson } from '@bufbuild/protobuf';
import { timestampFromDate, ValueSchema } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject, JsonValue } from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { fromMilliseconds } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { PersonDirectory, PropertiesRepository } from '../../../customers/index.js';
import { CohortMembersRepository } from '../cohort-members.repository.js';
import { CohortSources } from '../cohort-sources.js';
import { toMember } from '../cohort.message.js';
import type { FoundCohort } from '../cohorts.repository.js';
import {
  listLeaves,
  readDefinition,
  type CohortDefinition,
  type CohortKind,
  type Leaf,
} from '../definition/definition.js';
import { selectHolds } from '../definition/members.query.js';

/** Explains why a person belongs to a cohort, or does not. */
@Injectable()
export class ExplainService {
  constructor(
    private readonly members: CohortMembersRepository,
    private readonly sources: CohortSources,
    private readonly persons: PersonDirectory,
    private readonly properties: PropertiesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError not_found if the person was never seen. */
  async explain(cohort: FoundCohort, generation: number, reference: string, reader: ProjectReader) {
    const { canonical, ids } = await this.persons.find(reference, reader);
    const isInGeneration = (await this.members.among(cohort.id, generation, ids)).length > 0;
    const nowMs = this.clock();
    const about = { ...toMember(reader.scope.projectId, canonical), evaluatedAt: timestampFromDate(new Date(nowMs)) };
    const members = isInGeneration ? [toMember(reader.scope.projectId, canonical)] : [];
    if (cohort.definition === null) return { members, explanation: { ...about, isMember: isInGeneration, leaves: [] } };

    const at = fromMilliseconds(nowMs);
    const definition = readDefinition(cohort.kind as CohortKind, cohort.definition as JsonObject, at);
    const leaves = listLeaves(definition);
    const question = {
      scope: reader.scope,
      at,
      cohorts: await this.sources.of(definition, reader.scope.projectId, at, cohort.id),
    };
    const owned = new Map([[canonical, ids]]);
    const [[row], anyProperties, serverProperties] = await Promise.all([
      reader.rows(selectHolds(leaves, canonical, question)),
      this.properties.readProperties(owned, reader),
      this.properties.readProperties(owned, reader, undefined, 'server'),
    ]);
    const own = { any: anyProperties.get(canonical), server: serverProperties.get(canonical) };
    const holds = new Map(leaves.map((leaf, index) => [leaf, row?.holds[index] === 1]));
    const shown = leaves.map((leaf) => {
      const json = leaf.type === 'property' ? own[leaf.source]?.get(leaf.key) : undefined;
      return {
        path: leaf.path,
        condition: leaf.json,
        holds: holds.get(leaf) === true,
        ...(json !== undefined && { value: fromJson(ValueSchema, JSON.parse(json) as JsonValue) }),
      };
    });
    return { members, explanation: { ...about, isMember: isMet(definition, holds), leaves: shown } };
  }
}

function isMet(definition: CohortDefinition, holds: ReadonlyMap<Leaf, boolean>): boolean {
  if (!('operator' in definition)) return holds.get(definition) === true;
  const { operator, conditions } = definition;
  return operator === 'and'
    ? conditions.every((each) => isMet(each, holds))
    : conditions.some((each) => isMet(each, holds));
}
