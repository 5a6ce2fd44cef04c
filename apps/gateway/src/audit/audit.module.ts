import { Module } from '@nestjs/common';
import { AuditCounter } from './audit-counter.js';
import { AuditInterceptor } from './audit.interceptor.js';
import { AuditTrail } from './audit-trail.js';
import { PersonalDataInterceptor } from './personal-data.interceptor.js';
import { AccountAttempts } from './account-attempts.js';

/** Records what callers did and what they were refused. Needs RELATIONAL, CLOCK and LOGGER of the process. */
@Module({
  providers: [AuditCounter, AuditInterceptor, AuditTrail, PersonalDataInterceptor, AccountAttempts],
  exports: [AuditCounter, AuditInterceptor, AuditTrail, PersonalDataInterceptor, AccountAttempts],
})
export class AuditModule {}
