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
import { CohortsService } from './cohorts.service.js';

@RpcController(Cohorts)
export class CohortsController implements Handlers<typeof Cohorts> {
  constructor(
    private readonly cohorts: CohortsService,
    private readonly readers: ProjectReaders,
  ) {}

  list(request: CohortsListRequest, call: Call) {
    return this.cohorts.list(request, Scope.of(call.project));
  }

  create(request: CohortsCreateRequest, call: Call) {
    return this.cohorts.create(request, call, this.readers.open(call));
  }

  preview(request: CohortsPreviewRequest, call: Call) {
    return this.cohorts.preview(request, this.readers.open(call));
  }

  get(request: CohortsGetRequest, call: Call) {
    return this.cohorts.get(request.cohortId, Scope.of(call.project));
  }

  update(request: CohortsUpdateRequest, call: Call) {
    return this.cohorts.update(request, Scope.of(call.project));
  }

  async delete(request: CohortsDeleteRequest, call: Call) {
    await this.cohorts.delete(request, Scope.of(call.project));
    return {};
  }

  refresh(request: CohortsRefreshRequest, call: Call) {
    return this.cohorts.refresh(request.cohortId, Scope.of(call.project));
  }

  members(request: CohortsMembersRequest, call: Call) {
    return this.cohorts.members(request, this.readers.open(call));
  }

  replaceMembers(request: CohortsReplaceMembersRequest, call: Call) {
    return this.cohorts.replaceMembers(request, this.readers.open(call));
  }

  history(request: CohortsHistoryRequest, call: Call) {
    return this.cohorts.history(request, Scope.of(call.project));
  }
}
