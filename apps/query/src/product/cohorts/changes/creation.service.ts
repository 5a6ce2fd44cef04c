import { Inject, Injectable } from '@nestjs/common';
import type { CohortsCreateRequest } from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { Call } from '@svc/rpc';
import { CLOCK, type Clock } from '@svc/runtime';
import { invalidField } from '@svc/service-error';
import { Jobs } from '@svc/work';
import { COHORT_BUILDS } from '../cohort-jobs.js';
import { CohortsRepository } from '../cohorts.repository.js';
import { CohortsService } from '../cohorts.service.js';
import { GenerationsRepository } from '../generations.repository.js';
import { MembersInput } from '../members/members-input.js';
import { DefinitionCheck } from './definition-check.js';

/** Creates cohorts. */
@Injectable()
export class CreationService {
  constructor(
    private readonly cohorts: CohortsRepository,
    private readonly generations: GenerationsRepository,
    private readonly input: MembersInput,
    private readonly definitions: DefinitionCheck,
    private readonly reads: CohortsService,
    private readonly jobs: Jobs,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates a cohort. The members of a static one are ready immediately; those of others are built by a job.
   * @throws ServiceError invalid_request
   */
  async create(request: CohortsCreateRequest, { project, context }: Call, reader: ProjectReader) {
    const { name, description, kind, definition } = request;
    const now = new Date(this.clock());
    const isStatic = kind === 'static';
    if (isStatic && definition) throw invalidField('definition', 'is only valid for a behavioral or property cohort');
    if (!isStatic && request.members.length > 0) throw invalidField('members', 'is only valid for a static cohort');
    if (!isStatic) await this.definitions.check(kind, definition, reader.scope.projectId);
    const members = await this.input.read(request.members, reader);
    const id = await this.cohorts.transaction(async (tx) => {
      const cohort = await this.cohorts.insert(
        { name, description, kind, definition, createdBy: context.principalId },
        reader.scope,
        project.retentionDays,
        now,
        tx,
      );
      if (isStatic) {
        await this.generations.insertReady(cohort.id, 1, members, now, tx);
        await this.cohorts.update(cohort.id, { generation: 1, count: members.length }, tx);
      } else {
        await this.generations.start(cohort.id, now, tx);
        await this.generations.scheduleRefreshes(cohort, now, tx);
      }
      return cohort.id;
    });
    this.jobs.wake(COHORT_BUILDS);
    return this.reads.get(id, reader.scope);
  }
}
