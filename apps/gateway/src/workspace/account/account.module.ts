import { Module } from '@nestjs/common';
import { AccountController } from './account.controller.js';
import { AccountRepository } from './account.repository.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { AuditLogService } from './audit-log.service.js';

@Module({ controllers: [AccountController], providers: [AccountRepository, AuditLogRepository, AuditLogService] })
export class AccountModule {}
