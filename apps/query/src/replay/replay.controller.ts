import {
  Replay,
  type ReplayDeleteRequest,
  type ReplayGetRequest,
  type ReplayListRequest,
  type ReplaySnapshotsRequest,
} from '@svc/contract';
import { toPagination } from '@svc/reading/paging';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { RecordingDeletion } from './deletion/recording-deletion.js';
import { ReplayEvents } from './events/events.service.js';
import { toDetails, toRecording } from './reads/recording.message.js';
import { RecordingsService } from './reads/recordings.service.js';

@RpcController(Replay)
export class ReplayController implements Handlers<typeof Replay> {
  constructor(
    private readonly recordings: RecordingsService,
    private readonly events: ReplayEvents,
    private readonly deletion: RecordingDeletion,
    private readonly readers: ProjectReaders,
  ) {}

  async list(request: ReplayListRequest, call: Call) {
    const { rows, nextCursor } = await this.recordings.list(request, this.readers.open(call));
    return { recordings: rows.map(toRecording), pagination: toPagination(nextCursor) };
  }

  async get({ sessionId }: ReplayGetRequest, call: Call) {
    return toDetails(await this.recordings.open(sessionId, this.readers.open(call)));
  }

  async snapshots(request: ReplaySnapshotsRequest, call: Call) {
    return { json: Buffer.from(await this.events.page(request, this.readers.open(call))) };
  }

  async delete({ sessionId }: ReplayDeleteRequest, call: Call) {
    await this.deletion.delete(sessionId, this.readers.open(call));
    return {};
  }
}
