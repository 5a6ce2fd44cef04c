import type { MessageInitShape } from '@bufbuild/protobuf';
import { Keys, type KeysResolveRequest, type KeysResolveResponseSchema } from '@svc/contract';
import { RpcController, type Handlers } from '@svc/rpc';
import { KeysService } from './keys.service.js';
import { LastUse } from './last-use.js';
import { toResolution } from './resolution.message.js';

@RpcController(Keys)
export class KeysController implements Handlers<typeof Keys> {
  constructor(
    private readonly keys: KeysService,
    private readonly lastUse: LastUse,
  ) {}

  async resolve(request: KeysResolveRequest): Promise<MessageInitShape<typeof KeysResolveResponseSchema>> {
    const resolution = await this.keys.resolve(request.secretSha256, request.projectSelector);
    if (resolution.key) this.lastUse.note(resolution.key);
    return toResolution(resolution);
  }
}
