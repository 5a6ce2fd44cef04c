import { Module } from '@nestjs/common';
import { JobsModule } from '@svc/work';
import { AuditShipping } from './audit-shipping.js';
import { ShipmentsRepository } from './shipments.repository.js';

/** Sends the audit log to a collector. Needs AUDIT_COLLECTOR besides the stores. */
@Module({ imports: [JobsModule], providers: [AuditShipping, ShipmentsRepository] })
export class AuditShippingModule {}
