import { Module } from '@nestjs/common';
import { CaseFactsModule } from './case-facts/case-facts.module.js';
import { ErrorReadsModule } from './error-reads.module.js';
import { IntakeModule } from './intake/intake.module.js';
import { IssuesModule } from './issues/issues.module.js';
import { ReleasesModule } from './releases/releases.module.js';

/** Errors, the issues that they are grouped into, and releases. */
@Module({ imports: [CaseFactsModule, ErrorReadsModule, IntakeModule, IssuesModule, ReleasesModule] })
export class ErrorsModule {}
