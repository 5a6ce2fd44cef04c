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
    return this.searches.list(toCaller(call), request);
  }

  get(request: SavedSearchesGetRequest, call: Call) {
    return this.searches.get(toCaller(call), request.searchId);
  }

  create(request: SavedSearchesCreateRequest, call: Call) {
    return this.searches.create(toCaller(call), request);
  }

  update(request: SavedSearchesUpdateRequest, call: Call) {
    return this.searches.update(toCaller(call), request);
  }

  duplicate(request: SavedSearchesDuplicateRequest, call: Call) {
    return this.searches.duplicate(toCaller(call), request);
  }

  async delete(request: SavedSearchesDeleteRequest, call: Call) {
    await this.searches.delete(toCaller(call), request);
    return {};
  }
}

function toCaller({ context, project }: Call): Caller {
  return {
    projectId: project.id,
    principalId: context.principalId,
    isOrganizationLevel: context.boundProjectId === '',
  };
}
