import { Module } from '@nestjs/common';
import { MembershipsModule } from '../members/memberships.module.js';
import { AccountController } from './account.controller.js';
import { AccountRepository } from './account.repository.js';
import { AuditChainRepository } from './audit-chain.repository.js';
import { AuditChainService } from './audit-chain.service.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditLogService } from './audit-log.service.js';
import { SecurityService } from './security/security.service.js';

@Module({
  imports: [MembershipsModule],
  controllers: [AccountController],
  providers: [
    AccountRepository,
    AuditChainRepository,
    AuditChainService,
    AuditLogRepository,
    AuditLogService,
    SecurityService,
  ],
  exports: [AccountRepository],
})
export class AccountModule {}
