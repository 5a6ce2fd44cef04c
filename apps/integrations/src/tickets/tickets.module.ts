import { Module } from '@nestjs/common';
import { JobsModule } from '@svc/work';
import { ConnectionsModule } from '../connections/index.js';
import { IssueTicketsController } from './issue-tickets.controller.js';
import { ProviderAccess } from './provider-access.js';
import { ResolvedIssues } from './resolved-issues.js';
import { StatusSync } from './status-sync.js';
import { TicketSync } from './ticket-sync.js';
import { TicketsController } from './tickets.controller.js';
import { TicketsRepository } from './tickets.repository.js';
import { TicketsService } from './tickets.service.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';

/** Tickets of issues. Needs RELATIONAL, IDEMPOTENCY, KEY_RING, CLOCK, LOGGER, EGRESS and ISSUE_URL_RULES of the process. */
@Module({
  imports: [ConnectionsModule, JobsModule],
  controllers: [IssueTicketsController, TicketsController, WebhooksController],
  providers: [ProviderAccess, ResolvedIssues, StatusSync, TicketSync, TicketsRepository, TicketsService],
})
export class TicketsModule {}
