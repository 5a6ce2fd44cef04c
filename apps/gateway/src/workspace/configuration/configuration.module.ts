import { Module } from '@nestjs/common';
import { CodehostRepository } from './codehost.repository.js';
import { CodehostService } from './codehost.service.js';
import { ConfigEntriesRepository } from './config-entries.repository.js';
import { ConfigEntriesService } from './config-entries.service.js';
import { ProjectOptions } from './project-options.js';
import { SettingsController } from './settings.controller.js';

@Module({
  controllers: [SettingsController],
  providers: [ConfigEntriesRepository, ConfigEntriesService, CodehostRepository, CodehostService, ProjectOptions],
  exports: [ProjectOptions],
})
export class ConfigurationModule {}
