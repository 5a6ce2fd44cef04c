import {
  SavedSearches,
  type SavedSearchesCreateRequest,
  type SavedSearchesDeleteRequest,
  type SavedSearchesDuplicateRequest,
  type SavedSearchesGetRequest,
  type SavedSearchesListRequest,
  type SavedSearchesUpdateRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { SavedSearchesService, type Caller } from './saved-searches.service.js';

@RpcController(SavedSearches)
export class SavedSearchesController implements Handlers<typeof SavedSearches> {
  constructor(private readonly searches: SavedSearchesService) {}

  list(request: SavedSearchesListRequest, call: Call) {
    return this.searches.list(callerOf(call), request);
  }

  get(request: SavedSearchesGetRequest, call: Call) {
    return this.searches.get(callerOf(call), request.searchId);
  }

  create(request: SavedSearchesCreateRequest, call: Call) {
    return this.searches.create(callerOf(call), request);
  }

  update(request: SavedSearchesUpdateRequest, call: Call) {
    return this.searches.update(callerOf(call), request);
  }

  duplicate(request: SavedSearchesDuplicateRequest, call: Call) {
    return this.searches.duplicate(callerOf(call), request);
  }

  async delete(request: SavedSearchesDeleteRequest, call: Call) {
    await this.searches.delete(callerOf(call), request);
    return {};
  }
}

function callerOf({ context, project }: Call): Caller {
  return {
    projectId: project.id,
    principalId: context.principalId,
    isOrganizationLevel: context.boundProjectId === '',
  };
}
