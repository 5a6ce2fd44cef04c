import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { MembershipsModule } from '../members/memberships.module.js';
import { UsersModule } from '../users/users.module.js';
import { AcceptanceService } from './acceptance.service.js';
import { InvitationLimits } from './invitation-limits.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsRepository } from './invitations.repository.js';
import { InvitationsService } from './invitations.service.js';

@Module({
  imports: [AuditModule, MembershipsModule, UsersModule],
  controllers: [InvitationsController],
  providers: [AcceptanceService, InvitationLimits, InvitationsRepository, InvitationsService],
  exports: [AcceptanceService],
})
export class InvitationsModule {}
