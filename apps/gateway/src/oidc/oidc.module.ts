import { Module } from '@nestjs/common';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { MembershipsModule } from '../members/memberships.module.js';
import { UsersModule } from '../users/users.module.js';
import { OidcLoginService } from './oidc-login.service.js';

@Module({
  imports: [InvitationsModule, MembershipsModule, UsersModule],
  providers: [OidcLoginService],
  exports: [OidcLoginService],
})
export class OidcModule {}
