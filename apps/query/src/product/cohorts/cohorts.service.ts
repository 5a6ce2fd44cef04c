import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import type {
  CohortsCreateRequest,
  CohortsDeleteRequest,
  CohortsHistoryRequest,
  CohortsListRequest,
  CohortsMembersRequest,
  CohortsPreviewRequest,
  CohortsReplaceMembersRequest,
  CohortsUpdateRequest,
  JsonObject,
} from '@svc/contract';
import { cutPage, keysetList, NEWEST_FIRST, pageLimit, type Cursors } from '@svc/pagination';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { Scope } from '@svc/reading/statement';
import { fromMilliseconds } from '@svc/reading/time';
import type { Prisma } from '@svc/relational';
import type { Call } from '@svc/rpc';
import { CLOCK, COLUMN_STORE, CURSORS, type Clock } from '@svc/runtime';
import {
  changeVersioned,
  checkVersion,
  invalidField,
  notFound,
  requireFound,
  ServiceError,
  versionConflict,
} from '@svc/service-error';
import { Jobs } from '@svc/work';
import { COHORT_BUILDS } from './cohort-jobs.js';
import { CohortMembersRepository } from './cohort-members.repository.js';
import { CohortSources } from './cohort-sources.js';
import { CohortUsers } from './cohort-users.js';
import { toCohort, toGeneration, toMember } from './cohort.message.js';
import { CohortsRepository, type FoundCohort } from './cohorts.repository.js';
import { cohortsIn, readDefinition, type CohortKind } from './definition/definition.js';
import { selectMembersPage } from './definition/members.query.js';
import { ExplainService } from './explain.service.js';
import { GenerationsRepository } from './generations.repository.js';
import { MembersInput } from './members-input.js';

const PAGE = { default: 50, max: 1000 };
const DEFAULT_SAMPLE = 20;

@Injectable()
export class CohortsService {
  constructor(
    private readonly cohorts: CohortsRepository,
    private readonly generations: GenerationsRepository,
    private readonly memberships: CohortMembersRepository,
    private readonly users: CohortUsers,
    private readonly sources: CohortSources,
    private readonly input: MembersInput,
    private readonly explanations: ExplainService,
    private readonly jobs: Jobs,
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(CURSORS) private readonly cursors: Cursors,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(request: CohortsListRequest, { projectId }: Scope) {
    const { rows, pagination } = await keysetList(this.cursors, {
      operation: 'cohorts.list',
      projectId,
      filters: {},
      order: NEWEST_FIRST,
      limits: PAGE,
      request,
      read: (after, take) => this.cohorts.list(projectId, after, take),
    });
    return { cohorts: rows.map(toCohort), pagination };
  }

  async get(id: string, { projectId }: Scope) {
    return toCohort(await this.#find(projectId, id));
  }

  async create(request: CohortsCreateRequest, { project, context }: Call, reader: ProjectReader) {
    const { name, description, kind, definition } = request;
    const now = new Date(this.clock());
    const isStatic = kind === 'static';
    if (isStatic && definition) throw invalidField('definition', 'is only valid for a behavioral or property cohort');
    if (!isStatic && request.members.length > 0) throw invalidField('members', 'is only valid for a static cohort');
    if (!isStatic) await this.#checked(kind as CohortKind, definition, reader.scope);
    const members = await this.input.read(request.members, reader);
    const id = await this.cohorts.transaction(async (tx) => {
      const made = await this.cohorts.insert(
        { name, description, kind, definition, createdBy: context.principalId },
        reader.scope,
        project.retentionDays,
        now,
        tx,
      );
      if (isStatic) {
        await this.generations.insertReady(made.id, 1, members, now, tx);
        await this.cohorts.update(made.id, { generation: 1, count: members.length }, tx);
      } else {
        await this.generations.start(made.id, now, tx);
        await this.generations.scheduleRefreshes(made, now, tx);
      }
      return made.id;
    });
    this.jobs.wake(COHORT_BUILDS);
    return this.get(id, reader.scope);
  }

  async update(request: CohortsUpdateRequest, scope: Scope) {
    const { cohortId, name, description, definition, kind, expectedVersion } = request;
    const cohort = await this.#find(scope.projectId, cohortId);
    if (kind !== undefined && kind !== cohort.kind) throw invalidField('kind', 'cannot be changed');
    if (name === undefined && description === undefined && definition === undefined)
      throw new ServiceError('invalid_request', {
        message: 'Nothing to change: send name, description or definition.',
      });
    if (definition && cohort.kind === 'static') throw invalidField('definition', 'is not allowed for a static cohort');
    if (definition) await this.#checked(cohort.kind as CohortKind, definition, scope, cohort.id);
    const now = new Date(this.clock());
    const users = definition ? await this.users.find(scope.projectId, cohort.id) : [];
    await this.cohorts.transaction(async (tx) => {
      const changes = { name, description, ...(definition && { definition: definition as Prisma.InputJsonObject }) };
      await changeVersioned(this.cohorts.change(cohort.id, expectedVersion, { ...changes, updatedAt: now }, tx), () =>
        this.cohorts.find(scope.projectId, cohort.id),
      );
      if (definition) await this.generations.restart(cohort.id, now, tx);
      for (const user of users) await user.noteChange(scope.projectId, now, tx);
    });
    this.jobs.wake(COHORT_BUILDS);
    return this.get(cohort.id, scope);
  }

  async delete({ cohortId, expectedVersion }: CohortsDeleteRequest, { projectId }: Scope): Promise<void> {
    const cohort = await this.#find(projectId, cohortId);
    if ((await this.users.find(projectId, cohort.id)).length > 0)
      throw new ServiceError('state_conflict', { message: 'A flag refers to the cohort.' });
    const others = await this.cohorts.all(projectId);
    const at = this.#nowNanoseconds();
    const isUsedByCohort = others.some(
      (other) =>
        other.definition !== null &&
        cohortsIn(readDefinition(other.kind as CohortKind, other.definition as JsonObject, at)).includes(cohort.id),
    );
    if (isUsedByCohort) throw new ServiceError('state_conflict', { message: 'Another cohort refers to the cohort.' });
    await changeVersioned(this.cohorts.delete(cohort.id, expectedVersion), () =>
      this.cohorts.find(projectId, cohort.id),
    );
  }

  async refresh(id: string, { projectId }: Scope) {
    const cohort = await this.#find(projectId, id);
    if (cohort.kind === 'static') throw notForStatic();
    const now = new Date(this.clock());
    const generation = requireFound(await this.cohorts.transaction((tx) => this.generations.start(cohort.id, now, tx)));
    this.jobs.wake(COHORT_BUILDS);
    return toGeneration(generation);
  }

  async preview({ kind, definition, sampleLimit = DEFAULT_SAMPLE }: CohortsPreviewRequest, reader: ProjectReader) {
    const nowMs = this.clock();
    const at = fromMilliseconds(nowMs);
    const read = readDefinition(kind as CohortKind, definition ?? {}, at);
    const question = { scope: reader.scope, at, cohorts: await this.sources.of(read, reader.scope.projectId, at) };
    const page = selectMembersPage(read, question, sampleLimit);
    const rows = await reader.rows(page);
    return {
      count: BigInt(rows[0]?.total ?? 0),
      sample: rows.map(({ person }) => toMember(reader.scope.projectId, person)),
      evaluatedAt: timestampFromDate(new Date(nowMs)),
    };
  }

  async members(request: CohortsMembersRequest, reader: ProjectReader) {
    const { projectId } = reader.scope;
    const cohort = await this.#find(projectId, request.cohortId);
    const asked = request.generation === undefined ? undefined : Number(request.generation);
    const bounds = {
      operation: 'cohorts.members',
      projectId,
      filters: { cohort: cohort.id, generation: asked === undefined ? '' : String(asked) },
      sort: 'distinct_id asc',
    };
    // A list continues with the generation that its first page was read from.
    const position = this.cursors.decode(request.cursor, bounds) as [string, string] | undefined;
    const generation = position ? Number(position[0]) : (asked ?? cohort.generation);
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

  async replaceMembers(request: CohortsReplaceMembersRequest, reader: ProjectReader) {
    const { cohortId, expectedGeneration = 0n } = request;
    const { id, kind, generation } = await this.#find(reader.scope.projectId, cohortId);
    if (kind !== 'static')
      throw new ServiceError('state_conflict', { message: 'Only the members of a static cohort can be replaced.' });
    const expected = Number(expectedGeneration);
    // Before the statement, because its column has no number after the greatest that can be expected.
    checkVersion(generation, expected, 'expected_generation');
    const members = await this.input.read(request.members, reader);
    const now = new Date(this.clock());
    const made = await this.cohorts.transaction(async (tx) => {
      if (!(await this.cohorts.advance(id, expected, members.length, now, tx)))
        throw versionConflict((await this.#find(reader.scope.projectId, id)).generation, 'expected_generation');
      return this.generations.insertReady(id, expected + 1, members, now, tx);
    });
    await this.generations.prune(id);
    return toGeneration(made);
  }

  async history(request: CohortsHistoryRequest, { projectId }: Scope) {
    const cohort = await this.#find(projectId, request.cohortId);
    const { rows, pagination } = await keysetList(this.cursors, {
      operation: 'cohorts.history',
      projectId,
      filters: { cohort: cohort.id },
      order: { sort: 'generation desc', key: { number: 'number' } },
      limits: PAGE,
      request,
      read: (after, take) => this.generations.history(cohort.id, after?.number, take),
    });
    return { generations: rows.map(toGeneration), pagination };
  }

  /** @throws ServiceError not_found */
  async #find(projectId: string, id: string): Promise<FoundCohort> {
    return requireFound(await this.cohorts.find(projectId, id));
  }

  async #checked(kind: CohortKind, definition: JsonObject | undefined, scope: Scope, self?: string): Promise<void> {
    if (!definition) throw invalidField('definition', 'is required for this kind');
    const at = this.#nowNanoseconds();
    await this.sources.of(readDefinition(kind, definition, at), scope.projectId, at, self);
  }

  #nowNanoseconds(): bigint {
    return fromMilliseconds(this.clock());
  }
}

function notForStatic(): ServiceError {
  return new ServiceError('state_conflict', {
    message: 'A static cohort has no definition; replace its members instead.',
  });
}
