import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { MetricsModule } from '../telemetry/index.js';
import { MeasurementsController } from './measurements.controller.js';
import { MeasurementsService } from './measurements.service.js';

/** Figures of all signals over windows of time, for rules and detectors. Needs COLUMN_STORE, CURSORS and LOGGER of the process. */
@Module({
  imports: [MetricsModule, ReadingModule],
  controllers: [MeasurementsController],
  providers: [MeasurementsService],
  exports: [MeasurementsService],
})
export class MeasurementsModule {}
