import {
  Flags,
  type FlagsCreateRequest,
  type FlagsDeleteRequest,
  type FlagsGetRequest,
  type FlagsListRequest,
  type FlagsPreviewUnsavedRequest,
  type FlagsSnapshotRequest,
  type FlagsUpdateRequest,
} from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { FlagsService } from './flags.service.js';
import { FlagPreview } from './preview/flag-preview.js';
import { Snapshots } from './snapshot/snapshots.js';

/** All methods but `decide`, which the gateway serves. */
@RpcController(Flags, ['decide'])
export class FlagsController implements Omit<Handlers<typeof Flags>, 'decide'> {
  constructor(
    private readonly flags: FlagsService,
    private readonly snapshots: Snapshots,
    private readonly preview: FlagPreview,
    private readonly readers: ProjectReaders,
  ) {}

  list(request: FlagsListRequest, { project }: Call) {
    return this.flags.list(project.id, request);
  }

  get(request: FlagsGetRequest, { project }: Call) {
    return this.flags.get(project.id, request.flagKey);
  }

  create(request: FlagsCreateRequest, { project, context }: Call) {
    return this.flags.create(project.id, context.principalId, request);
  }

  update(request: FlagsUpdateRequest, { project }: Call) {
    return this.flags.update(project.id, request);
  }

  async delete(request: FlagsDeleteRequest, { project }: Call) {
    await this.flags.delete(project.id, request);
    return {};
  }

  snapshot(_request: FlagsSnapshotRequest, { project }: Call) {
    return this.snapshots.current(project.id);
  }

  previewUnsaved(request: FlagsPreviewUnsavedRequest, call: Call) {
    return this.preview.read(request, call.context.scopes, this.readers.open(call));
  }
}
