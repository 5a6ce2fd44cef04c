import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../configuration/configuration.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { KeysController } from './keys.controller.js';
import { KeysRepository } from './keys.repository.js';
import { KeysService } from './keys.service.js';
import { LastUse } from './last-use.js';

@Module({
  imports: [ConfigurationModule, ProjectsModule],
  controllers: [KeysController],
  providers: [KeysRepository, KeysService, LastUse],
  exports: [KeysService, LastUse, ProjectsModule],
})
export class KeysModule {}
