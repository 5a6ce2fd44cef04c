import {
  Segments,
  type SegmentsCreateRequest,
  type SegmentsDeleteRequest,
  type SegmentsGetRequest,
  type SegmentsListRequest,
  type SegmentsPreviewRequest,
  type SegmentsPreviewUnsavedRequest,
  type SegmentsUpdateRequest,
} from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { Scope } from '@svc/reading/statement';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { SegmentsService } from './segments.service.js';

@RpcController(Segments)
export class SegmentsController implements Handlers<typeof Segments> {
  constructor(
    private readonly segments: SegmentsService,
    private readonly readers: ProjectReaders,
  ) {}

  list(request: SegmentsListRequest, call: Call) {
    return this.segments.list(request, Scope.of(call.project));
  }

  create(request: SegmentsCreateRequest, call: Call) {
    return this.segments.create(request, call.context.principalId, Scope.of(call.project));
  }

  get({ segmentId }: SegmentsGetRequest, call: Call) {
    return this.segments.get(segmentId, Scope.of(call.project));
  }

  update(request: SegmentsUpdateRequest, call: Call) {
    return this.segments.update(request, Scope.of(call.project));
  }

  async delete(request: SegmentsDeleteRequest, call: Call) {
    await this.segments.delete(request, Scope.of(call.project));
    return {};
  }

  preview({ segmentId }: SegmentsPreviewRequest, call: Call) {
    return this.segments.preview(segmentId, this.readers.open(call));
  }

  previewUnsaved({ groupType, filters }: SegmentsPreviewUnsavedRequest, call: Call) {
    return this.segments.previewFilters(groupType, filters, this.readers.open(call));
  }
}
