import { Module } from '@nestjs/common';
import { ERRORS_STORED_CHANNEL } from '@svc/otlp';
import { Symbolicator } from '@svc/symbols';
import { DomainEventsModule, JobsModule, WakeUps } from '@svc/work';
import { SymbolsModule } from '../../symbols/index.js';
import { IssuesModule } from '../issues/index.js';
import { ReleasesModule } from '../releases/releases.module.js';
import { Announcements } from './announcements.js';
import { DueIssues } from './checks/due-issues.js';
import { EscalationChecks } from './checks/escalation-checks.js';
import { RegressionChecks } from './checks/regression-checks.js';
import { SnoozeChecks } from './checks/snooze-checks.js';
import { IntakePass } from './intake-pass.js';
import { Intake } from './intake.js';
import { IntakeRepository } from './intake.repository.js';
import { MovedVariants } from './late-symbols/moved-variants.js';
import { Resymbolication } from './late-symbols/resymbolication.js';
import { ResymbolicationRepository } from './late-symbols/resymbolication.repository.js';
import { ProjectIntake } from './project-intake.js';
import { IssueFinder } from './variants/issue-finder.js';
import { SYMBOLICATOR, CURRENT_GROUPING, GROUPING, VariantReader } from './variants/variant-reader.js';

/** Finds the issues of the errors that arrived. Needs COLUMN_STORE, RELATIONAL, PUB_SUB, CLOCK and LOGGER of the process. */
@Module({
  imports: [DomainEventsModule, IssuesModule, JobsModule, ReleasesModule, SymbolsModule],
  providers: [
    Announcements,
    WakeUps.on(ERRORS_STORED_CHANNEL),
    { provide: GROUPING, useValue: CURRENT_GROUPING },
    { provide: SYMBOLICATOR, useExisting: Symbolicator },
    DueIssues,
    EscalationChecks,
    Intake,
    IntakePass,
    IntakeRepository,
    IssueFinder,
    MovedVariants,
    ProjectIntake,
    RegressionChecks,
    Resymbolication,
    ResymbolicationRepository,
    SnoozeChecks,
    VariantReader,
  ],
})
export class IntakeModule {}
