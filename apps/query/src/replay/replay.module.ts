import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { OBJECT_STORE, RECORDING_KEYS } from '@svc/runtime';
import { JobsModule, PeriodicJob } from '@svc/work';
import { ErasablesModule } from '../erasure/index.js';
import { RecordingDeletion } from './deletion/recording-deletion.js';
import { recordingExpiry } from './deletion/recording-expiry.js';
import { ReplayEvents } from './events/events.service.js';
import { RecordingsService } from './reads/recordings.service.js';
import { ReplayController } from './replay.controller.js';

/** Recordings of sessions. Needs COLUMN_STORE, OBJECT_STORE, RECORDING_KEYS, RELATIONAL, CURSORS and CLOCK of the process. */
@Module({
  imports: [ErasablesModule, JobsModule, ReadingModule],
  controllers: [ReplayController],
  providers: [
    PeriodicJob.of(recordingExpiry, OBJECT_STORE, RECORDING_KEYS),
    RecordingDeletion,
    RecordingsService,
    ReplayEvents,
  ],
})
export class ReplayModule {}
