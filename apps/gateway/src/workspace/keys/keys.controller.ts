import type { MessageInitShape } from '@bufbuild/protobuf';
import { Inject } from '@nestjs/common';
import {
  Keys,
  type FindLogKeysRequest,
  type FindLogKeysResponseSchema,
  type KeysResolveRequest,
  type KeysResolveResponseSchema,
} from '@svc/contract';
import type { LogKeys } from '@svc/event-log/keys';
import { RpcController, type Handlers } from '@svc/rpc';
import { LOG_KEYS } from '@svc/runtime';
import { KeysService } from './keys.service.js';
import { LastUse } from './last-use.js';
import { toResolution } from './resolution.message.js';

@RpcController(Keys)
export class KeysController implements Handlers<typeof Keys> {
  constructor(
    private readonly keys: KeysService,
    private readonly lastUse: LastUse,
    @Inject(LOG_KEYS) private readonly logKeys: LogKeys,
  ) {}

  async resolve(request: KeysResolveRequest): Promise<MessageInitShape<typeof KeysResolveResponseSchema>> {
    const resolution = await this.keys.resolve(request.secretSha256, request);
    if (resolution.key) this.lastUse.note(resolution.key);
    const logKey = resolution.project && (await this.logKeys.current(resolution.project.number));
    return toResolution(resolution, logKey);
  }

  async findLogKeys({ ids }: FindLogKeysRequest): Promise<MessageInitShape<typeof FindLogKeysResponseSchema>> {
    const found = await this.logKeys.find(ids);
    return { keys: Array.from(found, ([id, wrapped]) => ({ id, wrapped: wrapped ?? '' })) };
  }
}
