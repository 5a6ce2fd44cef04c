import { Module } from '@nestjs/common';
import { JobsModule, PeriodicJob } from '@svc/work';
import { IncidentsModule } from '../incidents/index.js';
import { anomalyCleanup } from './engine/anomaly-cleanup.js';
import { DetectionJob } from './engine/detection-job.js';
import { DetectorPass } from './engine/detector-pass.js';
import { Explanations } from './engine/explanations.js';
import { FindingsWriter } from './engine/findings-writer.js';
import { Measurer } from './engine/measurer.js';
import { ProjectDiscovery } from './engine/project-discovery.js';
import { WatchedProjects } from './engine/watched-projects.js';
import { WindowsRepository } from './engine/windows.repository.js';
import { AnomaliesController } from './findings/anomalies.controller.js';
import { FindingsListRepository } from './findings/findings-list.repository.js';
import { FindingsListService } from './findings/findings-list.service.js';
import { FindingsRepository } from './findings/findings.repository.js';
import { TransitionsService } from './findings/transitions.service.js';

/** Anomalies: detectors and their findings. Needs RELATIONAL, CURSORS, CLOCK and LOGGER of the process, and QUERY_SERVICE. */
@Module({
  imports: [IncidentsModule, JobsModule],
  controllers: [AnomaliesController],
  providers: [
    DetectionJob,
    DetectorPass,
    Explanations,
    FindingsListRepository,
    FindingsListService,
    FindingsRepository,
    FindingsWriter,
    Measurer,
    PeriodicJob.of(anomalyCleanup),
    ProjectDiscovery,
    TransitionsService,
    WatchedProjects,
    WindowsRepository,
  ],
})
export class AnomaliesModule {}
