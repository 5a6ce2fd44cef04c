import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { Inject } from '@nestjs/common';
import {
  Keys,
  type FindLogKeysRequest,
  type FindLogKeysResponseSchema,
  type KeysResolveRequest,
  type KeysResolveResponseSchema,
  type OpenRecordingRequest,
  type OpenRecordingResponseSchema,
} from '@svc/contract';
import { findProjectsByNumber } from '@svc/directory';
import type { LogKeys } from '@svc/event-log/keys';
import type { RecordingKeys } from '@svc/recordings/keys';
import { RpcController, type Handlers } from '@svc/rpc';
import { LOG_KEYS, RECORDING_KEYS } from '@svc/runtime';
import { enqueueSummary } from '@svc/work';
import { KeysService } from './keys.service.js';
import { LastUse } from './last-use.js';
import { toResolution } from './resolution.message.js';

@RpcController(Keys)
export class KeysController implements Handlers<typeof Keys> {
  constructor(
    private readonly keys: KeysService,
    private readonly lastUse: LastUse,
    @Inject(LOG_KEYS) private readonly logKeys: LogKeys,
    @Inject(RECORDING_KEYS) private readonly recordingKeys: RecordingKeys,
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

  async openRecording({
    projectNumber,
    sessionId,
    retentionDays,
  }: OpenRecordingRequest): Promise<MessageInitShape<typeof OpenRecordingResponseSchema>> {
    const session = await this.recordingKeys.open(projectNumber, sessionId, retentionDays, async (tx, startedAt) => {
      const project = (await findProjectsByNumber(tx, [projectNumber])).get(projectNumber);
      await enqueueSummary(tx, { projectNumber, sessionId }, startedAt, project?.id ?? null);
    });
    return {
      key: session.key ?? '',
      startedAt: timestampFromMs(session.startedAtMs),
      retentionDays: session.retentionDays,
    };
  }
}
