import {
  Groups,
  type GroupsGetRequest,
  type GroupsListRequest,
  type GroupsTimelineRequest,
  type GroupsTypesRequest,
} from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { GroupsService } from './groups.service.js';

@RpcController(Groups)
export class GroupsController implements Handlers<typeof Groups> {
  constructor(
    private readonly groups: GroupsService,
    private readonly readers: ProjectReaders,
  ) {}

  types(_request: GroupsTypesRequest, call: Call) {
    return this.groups.types(this.readers.open(call));
  }

  list(request: GroupsListRequest, call: Call) {
    return this.groups.list(request, this.readers.open(call));
  }

  get({ groupType, groupKey }: GroupsGetRequest, call: Call) {
    return this.groups.get(groupType, groupKey, this.readers.open(call));
  }

  timeline(request: GroupsTimelineRequest, call: Call) {
    return this.groups.timeline(request, call.context.scopes, this.readers.open(call));
  }
}
