import {
  Replay,
  type ReplayDeleteRequest,
  type ReplayForTraceRequest,
  type ReplayGetRequest,
  type ReplayListRequest,
  type ReplayRelatedRequest,
  type ReplaySnapshotsRequest,
} from '@svc/contract';
import { toPagination } from '@svc/reading/paging';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { RecordingAssets } from './assets/recording-assets.js';
import { RecordingDeletion } from './deletion/recording-deletion.js';
import { ReplayEvents } from './events/events.service.js';
import { toDetails, toRecording } from './reads/recording.message.js';
import { RecordingsService } from './reads/recordings.service.js';
import { toMatches } from './related/matches.message.js';
import { RelatedService } from './related/related.service.js';
import { TraceRecordingsService } from './related/trace-recordings.service.js';

@RpcController(Replay)
export class ReplayController implements Handlers<typeof Replay> {
  constructor(
    private readonly recordings: RecordingsService,
    private readonly events: ReplayEvents,
    private readonly relatedEntries: RelatedService,
    private readonly traceRecordings: TraceRecordingsService,
    private readonly assets: RecordingAssets,
    private readonly deletion: RecordingDeletion,
    private readonly readers: ProjectReaders,
  ) {}

  async list(request: ReplayListRequest, call: Call) {
    const { recordings, nextCursor } = await this.recordings.list(request, this.readers.open(call));
    return {
      recordings: recordings.map(({ row, summary }) => toRecording(row, summary)),
      pagination: toPagination(nextCursor),
    };
  }

  async get({ sessionId }: ReplayGetRequest, call: Call) {
    const reader = this.readers.open(call);
    const recording = await this.recordings.open(sessionId, reader);
    return await toDetails(recording, await this.assets.states(recording, reader.scope.projectId));
  }

  async snapshots(request: ReplaySnapshotsRequest, call: Call) {
    return { json: Buffer.from(await this.events.page(request, this.readers.open(call))) };
  }

  async related(request: ReplayRelatedRequest, call: Call) {
    return this.relatedEntries.read(request, call.context.scopes, this.readers.open(call));
  }

  async forTrace({ traceId }: ReplayForTraceRequest, call: Call) {
    return toMatches(await this.traceRecordings.find(traceId, this.readers.open(call)));
  }

  async delete({ sessionId }: ReplayDeleteRequest, call: Call) {
    await this.deletion.delete(sessionId, this.readers.open(call));
    return {};
  }
}
