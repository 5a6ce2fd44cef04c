import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { ReleasesModule } from '../../errors/index.js';
import { ChangesController } from './changes.controller.js';
import { ChangesService } from './changes.service.js';

/** Needs RELATIONAL, CURSORS and CLOCK of the process. */
@Module({
  imports: [ReadingModule, ReleasesModule],
  controllers: [ChangesController],
  providers: [ChangesService],
})
export class ChangesModule {}
