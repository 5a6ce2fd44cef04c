import {
  Errors,
  type ErrorsAffectedRequest,
  type ErrorsGroupRequest,
  type ErrorsGroupsRequest,
  type ErrorsSearchRequest,
} from '@svc/contract';
import { toPagination } from '@svc/reading/paging';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { toErrorEvent } from './events/error-event.message.js';
import { ErrorsService } from './events/errors.service.js';
import { toErrorGroup } from './groups/group.message.js';
import { GroupsService } from './groups/groups.service.js';
import { toAffected } from './impact/affected.message.js';
import { AffectedService } from './impact/affected.service.js';

@RpcController(Errors)
export class ErrorsController implements Handlers<typeof Errors> {
  constructor(
    private readonly errors: ErrorsService,
    private readonly errorGroups: GroupsService,
    private readonly impact: AffectedService,
    private readonly readers: ProjectReaders,
  ) {}

  async search(request: ErrorsSearchRequest, call: Call) {
    const { rows, variants, nextCursor } = await this.errors.search(request, this.readers.open(call));
    return {
      errors: rows.map((row) => toErrorEvent(row, variants.get(row.variant_hex))),
      pagination: toPagination(nextCursor),
    };
  }

  async groups(request: ErrorsGroupsRequest, call: Call) {
    const { groups, pagination } = await this.errorGroups.list(request, this.readers.open(call));
    return { groups: groups.map(toErrorGroup), pagination };
  }

  async group({ groupId }: ErrorsGroupRequest, call: Call) {
    return toErrorGroup(await this.errorGroups.get(groupId, this.readers.open(call)));
  }

  async affected(request: ErrorsAffectedRequest, call: Call) {
    return toAffected(await this.impact.affected(request, this.readers.open(call)));
  }
}
