import {
  Flags,
  type FlagsCreateRequest,
  type FlagsDecideRequest,
  type FlagsDeleteRequest,
  type FlagsGetRequest,
  type FlagsListRequest,
  type FlagsSnapshotRequest,
  type FlagsUpdateRequest,
} from '@svc/contract';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { Scope } from '../statement/index.js';
import { DecideService } from './decide/decide.service.js';
import { FlagsService } from './flags.service.js';
import { FlagSets } from './snapshot/flag-sets.js';

@RpcController(Flags)
export class FlagsController implements Handlers<typeof Flags> {
  constructor(
    private readonly flags: FlagsService,
    private readonly sets: FlagSets,
    private readonly decisions: DecideService,
  ) {}

  list(_request: FlagsListRequest, { project }: Call) {
    return this.flags.list(project.id);
  }

  get(request: FlagsGetRequest, { project }: Call) {
    return this.flags.get(project.id, request.flagKey);
  }

  create(request: FlagsCreateRequest, { project }: Call) {
    return this.flags.create(project.id, request);
  }

  update(request: FlagsUpdateRequest, { project }: Call) {
    return this.flags.update(project.id, request);
  }

  async delete(request: FlagsDeleteRequest, { project }: Call) {
    await this.flags.delete(project.id, request);
    return {};
  }

  async snapshot(_request: FlagsSnapshotRequest, { project }: Call) {
    return (await this.sets.current(project.id)).document;
  }

  async decide(request: FlagsDecideRequest, { project }: Call) {
    return { json: Buffer.from(await this.decisions.decide(request, Scope.of(project))) };
  }
}
