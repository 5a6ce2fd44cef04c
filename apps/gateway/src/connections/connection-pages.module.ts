import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthorizationReviewService } from './authorization-review.service.js';
import { AuthorizePageController } from './authorize-page.controller.js';
import { ConnectionAudit } from './connection-audit.js';
import { ConnectionAuthorizationsClient } from './connection-authorizations.client.js';
import { ConnectionPageController } from './connection-page.controller.js';
import { OAuthCallbackController } from './oauth-callback.controller.js';

/** The pages that a browser shows before and after the authorization of a connection at its provider. */
@Module({
  imports: [AdmissionModule, AuditModule],
  controllers: [AuthorizePageController, ConnectionPageController, OAuthCallbackController],
  providers: [AuthorizationReviewService, ConnectionAudit, ConnectionAuthorizationsClient],
})
export class ConnectionPagesModule {}
