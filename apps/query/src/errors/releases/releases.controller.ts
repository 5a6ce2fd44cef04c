import { Releases, type ReleasesCreateRequest, type ReleasesGetRequest, type ReleasesListRequest } from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { ReleaseDirectory } from './release-directory.js';
import { toRelease } from './release.message.js';
import { ReleasesService } from './releases.service.js';

@RpcController(Releases)
export class ReleasesController implements Handlers<typeof Releases> {
  constructor(
    private readonly service: ReleasesService,
    private readonly directory: ReleaseDirectory,
    private readonly readers: ProjectReaders,
  ) {}

  async list(request: ReleasesListRequest, call: Call) {
    const { releases, pagination } = await this.directory.list(request, this.readers.open(call));
    return { releases: releases.map(toRelease), pagination };
  }

  async create(request: ReleasesCreateRequest, call: Call) {
    const { release } = await this.service.record(request, call.project, call.context.principalId);
    return toRelease(await this.directory.get(release, this.readers.open(call)));
  }

  async get({ release }: ReleasesGetRequest, call: Call) {
    return toRelease(await this.directory.get(release, this.readers.open(call)));
  }
}
