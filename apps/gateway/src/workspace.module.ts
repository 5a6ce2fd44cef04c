import { Module, type DynamicModule } from '@nestjs/common';
import { AccountModule } from './account/account.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { ConfigurationModule } from './configuration/configuration.module.js';
import { ContactMethodsModule } from './contact-methods/contact-methods.module.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { KeysModule } from './keys/keys.module.js';
import { MeModule } from './me/me.module.js';
import { MembersModule } from './members/members.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { StoresModule, type Stores } from './stores.module.js';

/** The workspace domain: organizations, projects, people and credentials. */
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
export class WorkspaceModule {
  static with(stores: Stores): DynamicModule {
    return { module: WorkspaceModule, imports: [StoresModule.with(stores)] };
  }
}
