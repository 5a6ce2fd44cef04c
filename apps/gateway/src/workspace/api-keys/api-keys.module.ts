import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { MembershipsModule } from '../members/memberships.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { ApiKeysService } from './api-keys.service.js';

@Module({
  imports: [AccountModule, MembershipsModule, ProjectsModule],
  controllers: [ApiKeysController],
  providers: [ApiKeysRepository, ApiKeysService],
})
export class ApiKeysModule {}
