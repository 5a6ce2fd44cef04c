import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { InvitationsModule } from '../workspace/invitations/invitations.module.js';
import { MembershipsModule } from '../workspace/members/memberships.module.js';
import { UsersModule } from '../workspace/users/users.module.js';
import { DeviceController } from './device/device.controller.js';
import { DeviceRepository } from './device/device.repository.js';
import { DeviceService } from './device/device.service.js';
import { IdentitiesRepository } from './oidc/identities.repository.js';
import { OidcController } from './oidc/oidc.controller.js';
import { OidcLoginService } from './oidc/oidc-login.service.js';
import { OidcProvider } from './oidc/provider.js';
import { DevicePagesController } from './pages/device-pages.controller.js';
import { InvitationPagesController } from './pages/invitation-pages.controller.js';
import { LoginPagesController } from './pages/login-pages.controller.js';
import { StylesController } from './pages/styles.controller.js';
import { LoginService } from './sessions/login.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsService } from './sessions/sessions.service.js';

/** How users and their clients get credentials. Its routes are not operations: operations need the credentials they issue. */
@Module({
  imports: [AdmissionModule, AuditModule, InvitationsModule, MembershipsModule, UsersModule],
  controllers: [
    DeviceController,
    DevicePagesController,
    InvitationPagesController,
    LoginPagesController,
    OidcController,
    SessionsController,
    StylesController,
  ],
  providers: [
    DeviceRepository,
    DeviceService,
    LoginService,
    IdentitiesRepository,
    OidcLoginService,
    OidcProvider,
    SessionsRepository,
    SessionsService,
  ],
})
export class AuthModule {}
