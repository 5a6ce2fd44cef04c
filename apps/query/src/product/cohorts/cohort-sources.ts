import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@svc/contract';
import type { Cohort } from '@svc/relational';
import { invalidField } from '@svc/service-error';
import { CohortMembersRepository } from './cohort-members.repository.js';
import { CohortsRepository } from './cohorts.repository.js';
import {
  cohortsIn,
  listLeaves,
  readDefinition,
  type CohortDefinition,
  type CohortKind,
} from './definition/definition.js';
import type { CohortSource } from './definition/members.query.js';

/** Maximum number of leaves of a definition and of all cohorts that it refers to. */
const MAX_ALL_LEAVES = 200;

/** Resolves the cohorts that a definition refers to into definitions, so that one build reads all of them as of one moment. */
@Injectable()
export class CohortSources {
  constructor(
    private readonly cohorts: CohortsRepository,
    private readonly members: CohortMembersRepository,
  ) {}

  /**
   * @param self ID of the cohort that has the definition; undefined for one that is not stored yet.
   * @throws ServiceError invalid_request if a cohort does not exist, refers to itself through others, or has too many leaves.
   */
  async of(
    definition: CohortDefinition,
    projectId: string,
    now: bigint,
    self?: string,
  ): Promise<Map<string, CohortSource>> {
    const sources = new Map<string, CohortSource>();
    if (cohortsIn(definition).length === 0) return sources;
    const all = new Map((await this.cohorts.all(projectId)).map((cohort) => [cohort.id, cohort]));
    let leaves = listLeaves(definition).length;
    const visit = async (node: CohortDefinition, path: readonly string[]): Promise<void> => {
      for (const leaf of listLeaves(node)) {
        if (leaf.type !== 'cohort') continue;
        const cohort = all.get(leaf.id);
        if (!cohort) throw invalidField(`${leaf.path}.id`, 'is not a cohort of the project');
        if (path.includes(leaf.id)) throw invalidField(`${leaf.path}.id`, 'refers back to this cohort');
        if (sources.has(leaf.id)) continue;
        const source = await this.#readSource(cohort, now);
        sources.set(leaf.id, source);
        if (isStatic(source)) continue;
        leaves += listLeaves(source).length;
        if (leaves > MAX_ALL_LEAVES)
          throw invalidField('definition', `must have at most ${MAX_ALL_LEAVES} leaves together with its cohorts`);
        await visit(source, [...path, leaf.id]);
      }
    };
    await visit(definition, self === undefined ? [] : [self]);
    return sources;
  }

  async #readSource({ id, kind, definition, generation }: Cohort, now: bigint): Promise<CohortSource> {
    if (kind !== 'static') return readDefinition(kind as CohortKind, definition as JsonObject, now);
    return this.members.list(id, generation, undefined, MAX_STATIC_MEMBERS);
  }
}

/** Maximum number of members of a static cohort. */
export const MAX_STATIC_MEMBERS = 10_000;

function isStatic(source: CohortSource): source is readonly string[] {
  return Array.isArray(source);
}
