import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Inject, Injectable } from '@nestjs/common';
import type {
  JsonObject,
  SegmentSchema,
  SegmentsCreateRequest,
  SegmentsDeleteRequest,
  SegmentsListRequest,
  SegmentsUpdateRequest,
} from '@svc/contract';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { Scope } from '@svc/reading/statement';
import { fromMilliseconds } from '@svc/reading/time';
import type { AccountSegment, Prisma } from '@svc/relational';
import { CLOCK, type Clock } from '@svc/runtime';
import { ServiceError, changeVersioned, requireFound } from '@svc/service-error';
import { GroupsRepository } from '../groups/groups.repository.js';
import { toGroup } from '../groups/groups.service.js';
import { readSegmentFilters } from './segment-filters.js';
import { SegmentsRepository } from './segments.repository.js';

const SAMPLE = 20;

@Injectable()
export class SegmentsService {
  constructor(
    private readonly segments: SegmentsRepository,
    private readonly groups: GroupsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list({ name }: SegmentsListRequest, { projectId }: Scope) {
    return { segments: (await this.segments.list(projectId, name)).map(toSegment) };
  }

  async create({ name, groupType, filters }: SegmentsCreateRequest, createdBy: string, { projectId }: Scope) {
    const createdAt = new Date(this.clock());
    const checked = this.#checked(filters);
    const times = { createdAt, updatedAt: createdAt };
    return toSegment(await this.segments.insert({ projectId, name, groupType, filters: checked, createdBy, ...times }));
  }

  /** @throws ServiceError not_found */
  async get(id: string, { projectId }: Scope) {
    return toSegment(await this.#find(id, projectId));
  }

  /** @throws ServiceError not_found, version_conflict */
  async update({ segmentId, expectedVersion, ...request }: SegmentsUpdateRequest, { projectId }: Scope) {
    const { name, groupType, filters } = request;
    if (name === undefined && groupType === undefined && filters.length === 0)
      throw new ServiceError('invalid_request', { message: 'Nothing to change: send name, group_type or filters.' });
    const changes = { name, groupType, ...(filters.length === 0 ? {} : { filters: this.#checked(filters) }) };
    const updatedAt = new Date(this.clock());
    const changed = await changeVersioned(
      this.segments.update(projectId, segmentId, expectedVersion, { ...changes, updatedAt }),
      () => this.segments.find(projectId, segmentId),
    );
    return toSegment(changed);
  }

  /** @throws ServiceError not_found, version_conflict */
  async delete({ segmentId, expectedVersion }: SegmentsDeleteRequest, { projectId }: Scope): Promise<void> {
    await changeVersioned(this.segments.delete(projectId, segmentId, expectedVersion), () =>
      this.segments.find(projectId, segmentId),
    );
  }

  /** @throws ServiceError not_found */
  async preview(id: string, reader: ProjectReader) {
    const segment = await this.#find(id, reader.scope.projectId);
    return this.previewFilters(segment.groupType, segment.filters as JsonObject[], reader);
  }

  async previewFilters(groupType: string, filters: readonly JsonObject[], reader: ProjectReader) {
    const nowMs = this.clock();
    const now = fromMilliseconds(nowMs);
    const question = { scope: reader.scope, groupType, filters: readSegmentFilters(filters, now), now };
    const { total, first } = await this.segments.members(question, SAMPLE, reader);
    const sample = await this.groups.withProperties(first, reader);
    return { total, sample: sample.map(toGroup), evaluatedAt: timestampFromDate(new Date(nowMs)) };
  }

  async #find(id: string, projectId: string): Promise<AccountSegment> {
    return requireFound(await this.segments.find(projectId, id));
  }

  #checked(filters: readonly JsonObject[]): Prisma.InputJsonArray {
    readSegmentFilters(filters, fromMilliseconds(this.clock()));
    return filters;
  }
}

function toSegment({ createdAt, updatedAt, filters, ...same }: AccountSegment): MessageInitShape<typeof SegmentSchema> {
  return {
    ...same,
    // The column only holds values that came from Structs.
    filters: filters as JsonObject[],
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
  };
}
