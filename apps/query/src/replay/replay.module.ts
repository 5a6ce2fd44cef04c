import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { OBJECT_STORE, RECORDING_KEYS, RELATIONAL } from '@svc/runtime';
import { JobsModule, PeriodicJob } from '@svc/work';
import { TimelineModule } from '../customers/index.js';
import { ErasablesModule } from '../erasure/index.js';
import { OwnEvents } from '../product/index.js';
import { TracesModule } from '../telemetry/index.js';
import { assetExpiry } from './assets/asset-expiry.js';
import { AssetIndex } from './assets/asset-index.js';
import { AssetMirror } from './assets/asset-mirror.js';
import { RecordingAssets } from './assets/recording-assets.js';
import { RecordingDeletion } from './deletion/recording-deletion.js';
import { recordingExpiry } from './deletion/recording-expiry.js';
import { ReplayEvents } from './events/events.service.js';
import { RecordingParts } from './parts/recording-parts.js';
import { RecordingsService } from './reads/recordings.service.js';
import { TraceVisits } from './reads/trace-visits.js';
import { RelatedService } from './related/related.service.js';
import { TraceRecordingsService } from './related/trace-recordings.service.js';
import { ReplayController } from './replay.controller.js';
import { RecordingSummaries } from './summaries/recording-summaries.js';
import { SessionSignals } from './summaries/session-signals.js';
import { RecordingThread } from './thread/recording-thread.js';

/**
 * Recordings of sessions. Needs REPLAY_EGRESS, COLUMN_STORE, OBJECT_STORE, RECORDING_KEYS, RELATIONAL, CURSORS and CLOCK of the process.
 */
@Module({
  imports: [ErasablesModule, JobsModule, ReadingModule, TimelineModule, TracesModule],
  controllers: [ReplayController],
  providers: [
    PeriodicJob.of(recordingExpiry, OBJECT_STORE, RECORDING_KEYS),
    PeriodicJob.of(assetExpiry, OBJECT_STORE, RELATIONAL, AssetIndex),
    AssetIndex,
    AssetMirror,
    RecordingAssets,
    RecordingDeletion,
    RecordingsService,
    RelatedService,
    ReplayEvents,
    RecordingSummaries,
    SessionSignals,
    RecordingParts,
    RecordingThread,
    OwnEvents,
    TraceRecordingsService,
    TraceVisits,
  ],
})
export class ReplayModule {}
