import { Module } from '@nestjs/common';
import { CalendarFeedController } from './calendars/calendar-feed.controller.js';
import { CalendarsController } from './calendars/calendars.controller.js';
import { CalendarsRepository } from './calendars/calendars.repository.js';
import { CalendarsService } from './calendars/calendars.service.js';
import { DutyRepository } from './duty/duty.repository.js';
import { DutyService } from './duty/duty.service.js';
import { PlansService } from './duty/plans.service.js';
import { PreviewService } from './duty/preview.service.js';
import { UnreachableService } from './duty/unreachable.service.js';
import { ImportPreviewService } from './imports/import-preview.service.js';
import { ImportRepository } from './imports/import.repository.js';
import { ImportService } from './imports/import.service.js';
import { TranslationThread } from './imports/translation-thread.js';
import { MembersRepository } from './members.repository.js';
import { OverridesController } from './overrides/overrides.controller.js';
import { OverridesRepository } from './overrides/overrides.repository.js';
import { OverridesService } from './overrides/overrides.service.js';
import { SchedulesController } from './schedules.controller.js';
import { SchedulesRepository } from './schedules/schedules.repository.js';
import { SchedulesService } from './schedules/schedules.service.js';

/** On-call schedules, their overrides and calendar feeds. Requires RELATIONAL and CLOCK from the process. */
@Module({
  controllers: [SchedulesController, OverridesController, CalendarsController, CalendarFeedController],
  providers: [
    CalendarsRepository,
    CalendarsService,
    DutyRepository,
    DutyService,
    ImportPreviewService,
    ImportRepository,
    ImportService,
    MembersRepository,
    OverridesRepository,
    OverridesService,
    PlansService,
    PreviewService,
    SchedulesRepository,
    SchedulesService,
    TranslationThread,
    UnreachableService,
  ],
  exports: [MembersRepository, OverridesRepository, SchedulesRepository],
})
export class OncallModule {}
