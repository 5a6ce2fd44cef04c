import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { ErrorReadsModule } from '../../errors/index.js';
import { MeasurementsModule } from '../../measurements/index.js';
import { LogsModule, TracesModule } from '../../telemetry/index.js';
import { DashboardsController } from './dashboards.controller.js';
import { DashboardsRepository } from './dashboards.repository.js';
import { DashboardsService } from './dashboards.service.js';
import { DashboardImportService } from './import/dashboard-import.service.js';
import { WidgetDataService } from './widgets/data/widget-data.service.js';
import { WidgetLists } from './widgets/data/widget-lists.js';
import { WidgetQuestions } from './widgets/data/widget-questions.js';
import { WidgetsController } from './widgets/widgets.controller.js';
import { WidgetsService } from './widgets/widgets.service.js';

/** Needs RELATIONAL, CACHE_STORE, CURSORS, CLOCK and the dependencies of the reads of signals. */
@Module({
  imports: [ErrorReadsModule, LogsModule, MeasurementsModule, ReadingModule, TracesModule],
  controllers: [DashboardsController, WidgetsController],
  providers: [
    DashboardsService,
    DashboardImportService,
    WidgetsService,
    DashboardsRepository,
    WidgetDataService,
    WidgetLists,
    WidgetQuestions,
  ],
})
export class DashboardsModule {}
