import { Module } from '@nestjs/common';
import { AccountModule } from './account/account.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { ConfigurationModule } from './configuration/configuration.module.js';
import { ContactMethodsModule } from './contact-methods/contact-methods.module.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { KeysModule } from './keys/keys.module.js';
import { MeModule } from './me/me.module.js';
import { MembersModule } from './members/members.module.js';
import { ProjectsModule } from './projects/projects.module.js';

/** The workspace domain: organizations, projects, users and credentials. Needs MAILER and PUBLIC_URL besides the stores. */
@Module({
  imports: [
    AccountModule,
    ApiKeysModule,
    ConfigurationModule,
    ContactMethodsModule,
    InvitationsModule,
    KeysModule,
    MeModule,
    MembersModule,
    ProjectsModule,
  ],
})
export class WorkspaceModule {}
