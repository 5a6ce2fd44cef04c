import { Inject } from '@nestjs/common';
import {
  Groups,
  type GroupsGetRequest,
  type GroupsListRequest,
  type GroupsTimelineRequest,
  type GroupsTypesRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { Budget, Scope } from '@svc/reading/statement';
import { GroupsService } from './groups.service.js';

@RpcController(Groups)
export class GroupsController implements Handlers<typeof Groups> {
  constructor(@Inject(GroupsService) private readonly groups: GroupsService) {}

  types(_request: GroupsTypesRequest, call: Call) {
    return this.groups.types(Scope.of(call.project), Budget.of(call));
  }

  list(request: GroupsListRequest, call: Call) {
    return this.groups.list(request, Scope.of(call.project), Budget.of(call));
  }

  get({ groupType, groupKey }: GroupsGetRequest, call: Call) {
    return this.groups.get(groupType, groupKey, Scope.of(call.project), Budget.of(call));
  }

  timeline(request: GroupsTimelineRequest, call: Call) {
    return this.groups.timeline(request, Scope.of(call.project), Budget.of(call));
  }
}
