import {
  FlagSource,
  type FlagSourceContextsRequest,
  type FlagSourceExposeRequest,
  type FlagSourceReadRequest,
  type FlagSourceVersionsRequest,
} from '@svc/contract';
import { Scope } from '@svc/reading/statement';
import { RpcController, type Handlers } from '@svc/rpc';
import { OwnEvents } from '../../own-events.js';
import { toDefinition } from '../flag.message.js';
import { FlagsRepository } from '../flags.repository.js';
import { toExposureEvent } from './exposures.js';
import { StoredContextsService } from './stored-contexts.service.js';

@RpcController(FlagSource)
export class FlagSourceController implements Handlers<typeof FlagSource> {
  constructor(
    private readonly flags: FlagsRepository,
    private readonly stored: StoredContextsService,
    private readonly ownEvents: OwnEvents,
  ) {}

  async read({ projectId }: FlagSourceReadRequest) {
    const { flags, snapshot } = await this.flags.readConsistently((tx) => this.flags.all(projectId, tx));
    return { version: snapshot?.version ?? 0n, definitions: Buffer.from(JSON.stringify(flags.map(toDefinition))) };
  }

  async versions({ projectIds }: FlagSourceVersionsRequest) {
    return { versions: Object.fromEntries(await this.flags.versions(projectIds)) };
  }

  contexts(request: FlagSourceContextsRequest) {
    return this.stored.load(request, Scope.of(request.project));
  }

  async expose({ project, exposures }: FlagSourceExposeRequest) {
    await this.ownEvents.record(Scope.of(project), project?.retentionDays ?? 0, exposures.map(toExposureEvent));
    return {};
  }
}
