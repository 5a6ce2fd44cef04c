import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { InvitationsModule } from '../workspace/invitations/invitations.module.js';
import { MembershipsModule } from '../workspace/members/memberships.module.js';
import { SecondFactorModule } from '../workspace/second-factor/second-factor.module.js';
import { UsersModule } from '../workspace/users/users.module.js';
import { DeviceTokens } from './device/device-tokens.js';
import { DeviceController } from './device/device.controller.js';
import { DeviceRepository } from './device/device.repository.js';
import { DeviceService } from './device/device.service.js';
import { AuthorizationCodesRepository } from './oauth/authorization-codes.repository.js';
import { AuthorizationCodesService } from './oauth/authorization-codes.service.js';
import { AuthorizeController } from './oauth/authorize.controller.js';
import { ClientDocuments } from './oauth/client-documents.js';
import { TokenController } from './oauth/token.controller.js';
import { IdentitiesRepository } from './oidc/identities.repository.js';
import { OidcLoginService } from './oidc/oidc-login.service.js';
import { OidcController } from './oidc/oidc.controller.js';
import { OidcProvider } from './oidc/provider.js';
import { DevicePagesController } from './pages/device-pages.controller.js';
import { InvitationPagesController } from './pages/invitation-pages.controller.js';
import { LoginPagesController } from './pages/login-pages.controller.js';
import { PasswordPagesController } from './pages/password-pages.controller.js';
import { SecondFactorPagesController } from './pages/second-factor-pages.controller.js';
import { StylesController } from './pages/styles.controller.js';
import { PasswordResetService } from './password/password-reset.service.js';
import { PasswordResetsRepository } from './password/password-resets.repository.js';
import { PasswordController } from './password/password.controller.js';
import { LoginService } from './sessions/login.service.js';
import { PendingLoginsRepository } from './sessions/pending-logins.repository.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInService } from './sessions/sign-in.service.js';
import { SetupPagesController } from './setup/setup-pages.controller.js';
import { SetupService } from './setup/setup.service.js';

/**
 * Issues credentials to users and their clients. Its routes are not operations: operations need the credentials they
 * issue.
 */
@Module({
  imports: [AdmissionModule, SecondFactorModule, AuditModule, InvitationsModule, MembershipsModule, UsersModule],
  controllers: [
    AuthorizeController,
    DeviceController,
    DevicePagesController,
    InvitationPagesController,
    LoginPagesController,
    SecondFactorPagesController,
    OidcController,
    PasswordController,
    PasswordPagesController,
    SessionsController,
    SetupPagesController,
    StylesController,
    TokenController,
  ],
  providers: [
    AuthorizationCodesRepository,
    AuthorizationCodesService,
    ClientDocuments,
    DeviceRepository,
    DeviceService,
    DeviceTokens,
    LoginService,
    IdentitiesRepository,
    OidcLoginService,
    OidcProvider,
    PasswordResetService,
    PasswordResetsRepository,
    PendingLoginsRepository,
    SessionsRepository,
    SessionsService,
    SetupService,
    SignInService,
  ],
})
export class AuthModule {}
