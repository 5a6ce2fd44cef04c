import {
  Cohorts,
  type CohortsCreateRequest,
  type CohortsDeleteRequest,
  type CohortsGetRequest,
  type CohortsHistoryRequest,
  type CohortsListRequest,
  type CohortsMembersRequest,
  type CohortsPreviewRequest,
  type CohortsRefreshRequest,
  type CohortsReplaceMembersRequest,
  type CohortsUpdateRequest,
} from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { Scope } from '@svc/reading/statement';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { CreationService } from './changes/creation.service.js';
import { EditsService } from './changes/edits.service.js';
import { CohortsService } from './cohorts.service.js';
import { GenerationsService } from './generations.service.js';
import { MembersService } from './members/members.service.js';
import { PreviewService } from './members/preview.service.js';

@RpcController(Cohorts)
export class CohortsController implements Handlers<typeof Cohorts> {
  constructor(
    private readonly cohorts: CohortsService,
    private readonly creation: CreationService,
    private readonly edits: EditsService,
    private readonly generations: GenerationsService,
    private readonly membership: MembersService,
    private readonly previews: PreviewService,
    private readonly readers: ProjectReaders,
  ) {}

  list(request: CohortsListRequest, call: Call) {
    return this.cohorts.list(request, Scope.of(call.project));
  }

  create(request: CohortsCreateRequest, call: Call) {
    return this.creation.create(request, call, this.readers.open(call));
  }

  preview(request: CohortsPreviewRequest, call: Call) {
    return this.previews.preview(request, this.readers.open(call));
  }

  get(request: CohortsGetRequest, call: Call) {
    return this.cohorts.get(request.cohortId, Scope.of(call.project));
  }

  update(request: CohortsUpdateRequest, call: Call) {
    return this.edits.update(request, Scope.of(call.project));
  }

  async delete(request: CohortsDeleteRequest, call: Call) {
    await this.edits.delete(request, Scope.of(call.project));
    return {};
  }

  refresh(request: CohortsRefreshRequest, call: Call) {
    return this.generations.refresh(request.cohortId, Scope.of(call.project));
  }

  members(request: CohortsMembersRequest, call: Call) {
    return this.membership.list(request, this.readers.open(call));
  }

  replaceMembers(request: CohortsReplaceMembersRequest, call: Call) {
    return this.membership.replace(request, this.readers.open(call));
  }

  history(request: CohortsHistoryRequest, call: Call) {
    return this.generations.history(request, Scope.of(call.project));
  }
}
