import { Module } from '@nestjs/common';
import { AccountAttempts } from './account-attempts.js';
import { AuditCounter } from './audit-counter.js';
import { AuditTrail } from './audit-trail.js';
import { Audit } from './audit.js';
import { DeletionCertificates } from './deletion-certificates.js';

/** Records actions of callers and their refusals. Needs RELATIONAL, CLOCK and LOGGER of the process. */
@Module({
  providers: [Audit, AuditCounter, AuditTrail, AccountAttempts, DeletionCertificates],
  exports: [Audit, AuditCounter, AuditTrail, AccountAttempts],
})
export class AuditModule {}
