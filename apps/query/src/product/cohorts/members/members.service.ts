import { Inject, Injectable } from '@nestjs/common';
import type { CohortsMembersRequest, CohortsReplaceMembersRequest } from '@svc/contract';
import { cutPage, pageLimit, type Cursors } from '@svc/pagination';
import type { ProjectReader } from '@svc/reading/project-reader';
import { CLOCK, CURSORS, type Clock } from '@svc/runtime';
import { checkVersion, notFound, requireFound, ServiceError, versionConflict } from '@svc/service-error';
import { CohortMembersRepository } from '../cohort-members.repository.js';
import { toGeneration, toMember } from '../cohort.message.js';
import { CohortsRepository, type FoundCohort } from '../cohorts.repository.js';
import { GenerationsRepository } from '../generations.repository.js';
import { ExplainService } from './explain.service.js';
import { MembersInput } from './members-input.js';

const PAGE = { default: 50, max: 1000 };

/** The members of a cohort. */
@Injectable()
export class MembersService {
  constructor(
    private readonly cohorts: CohortsRepository,
    private readonly generations: GenerationsRepository,
    private readonly memberships: CohortMembersRepository,
    private readonly input: MembersInput,
    private readonly explanations: ExplainService,
    @Inject(CURSORS) private readonly cursors: Cursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError not_found; also for a generation whose members are not stored. */
  async list(request: CohortsMembersRequest, reader: ProjectReader) {
    const { projectId } = reader.scope;
    const cohort = await this.#find(projectId, request.cohortId);
    const requested = request.generation === undefined ? undefined : Number(request.generation);
    const bounds = {
      operation: 'cohorts.members',
      projectId,
      filters: { cohort: cohort.id, generation: requested === undefined ? '' : String(requested) },
      sort: 'distinct_id asc',
    };
    // A list continues with the generation that its first page was read from.
    const position = this.cursors.decode(request.cursor, bounds) as [string, string] | undefined;
    const generation = position ? Number(position[0]) : (requested ?? cohort.generation);
    if (generation !== 0 && !(await this.generations.readable(cohort.id)).includes(generation)) throw notFound();
    const shown = { generation: BigInt(generation) };
    if (request.explain !== undefined) {
      const explained = await this.explanations.explain(cohort, generation, request.explain, reader);
      return { ...shown, ...explained, pagination: { hasMore: false } };
    }
    const limit = pageLimit(request.limit, PAGE);
    const found = await this.memberships.list(cohort.id, generation, position?.[1], limit + 1);
    const { rows, pagination } = cutPage(found, limit, (last) =>
      this.cursors.encode({ ...bounds, position: [String(generation), last] }),
    );
    return { ...shown, members: rows.map((id) => toMember(projectId, id)), pagination };
  }

  /**
   * Publishes the next generation of a static cohort.
   * @throws ServiceError not_found; state_conflict for a cohort with a definition; version_conflict; invalid_request.
   */
  async replace(request: CohortsReplaceMembersRequest, reader: ProjectReader) {
    const { projectId } = reader.scope;
    const { id, kind, generation } = await this.#find(projectId, request.cohortId);
    if (kind !== 'static')
      throw new ServiceError('state_conflict', { message: 'Only the members of a static cohort can be replaced.' });
    const expected = Number(request.expectedGeneration ?? 0n);
    // Before the statement, because its column has no number after the greatest that can be expected.
    checkVersion(generation, expected, 'expected_generation');
    const members = await this.input.read(request.members, reader);
    const now = new Date(this.clock());
    const published = await this.cohorts.transaction(async (tx) => {
      if (!(await this.cohorts.advance(id, expected, members.length, now, tx)))
        throw versionConflict((await this.#find(projectId, id)).generation, 'expected_generation');
      return this.generations.insertReady(id, expected + 1, members, now, tx);
    });
    await this.generations.prune(id);
    return toGeneration(published);
  }

  async #find(projectId: string, id: string): Promise<FoundCohort> {
    return requireFound(await this.cohorts.find(projectId, id));
  }
}
