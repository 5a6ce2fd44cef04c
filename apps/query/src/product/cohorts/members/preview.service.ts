import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type { CohortsPreviewRequest } from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import { fromMilliseconds } from '@svc/reading/time';
import { CLOCK, type Clock } from '@svc/runtime';
import { CohortSources } from '../cohort-sources.js';
import { toMember } from '../cohort.message.js';
import { readDefinition, type CohortKind } from '../definition/definition.js';
import { selectMembersPage } from '../definition/members.query.js';

const DEFAULT_SAMPLE = 20;

/** Evaluates definitions that are not stored. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly sources: CohortSources,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ServiceError invalid_request that names the invalid part of the definition. */
  async preview({ kind, definition, sampleLimit = DEFAULT_SAMPLE }: CohortsPreviewRequest, reader: ProjectReader) {
    const { scope } = reader;
    const nowMs = this.clock();
    const at = fromMilliseconds(nowMs);
    const read = readDefinition(kind as CohortKind, definition ?? {}, at);
    const cohorts = await this.sources.of(read, scope.projectId, at);
    const rows = await reader.rows(selectMembersPage(read, { scope, at, cohorts }, sampleLimit));
    return {
      count: BigInt(rows[0]?.total ?? 0),
      sample: rows.map(({ person }) => toMember(scope.projectId, person)),
      evaluatedAt: timestampFromDate(new Date(nowMs)),
    };
  }
}
