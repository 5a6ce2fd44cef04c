import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { CrashFreeService } from './crash-free/crash-free.service.js';
import { DeployImpactService } from './impact/deploy-impact.service.js';
import { ReleaseDirectory } from './release-directory.js';
import { ReleasesController } from './releases.controller.js';
import { ReleasesRepository } from './releases.repository.js';
import { ReleasesService } from './releases.service.js';

/**
 * Releases: their order, their new issues, and the success of their deploys. Needs COLUMN_STORE, RELATIONAL, CURSORS
 * and CLOCK of the process.
 */
@Module({
  imports: [ReadingModule],
  controllers: [ReleasesController],
  providers: [ReleasesRepository, ReleasesService, ReleaseDirectory, CrashFreeService, DeployImpactService],
  exports: [ReleasesRepository, ReleasesService],
})
export class ReleasesModule {}
