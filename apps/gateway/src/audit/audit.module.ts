import { Module } from '@nestjs/common';
import { AuditInterceptor } from './audit.interceptor.js';
import { AuditTrail } from './audit-trail.js';

/** Records who requested which write. Needs RELATIONAL, CLOCK and LOGGER of the process. */
@Module({ providers: [AuditInterceptor, AuditTrail], exports: [AuditInterceptor, AuditTrail] })
export class AuditModule {}
