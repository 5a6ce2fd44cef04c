import { Module } from '@nestjs/common';
import { CodehostRepository } from './codehost.repository.js';
import { ConfigEntriesRepository } from './config-entries.repository.js';
import { ConfigEntriesService } from './config-entries.service.js';
import { SettingsController } from './settings.controller.js';

@Module({
  controllers: [SettingsController],
  providers: [ConfigEntriesRepository, ConfigEntriesService, CodehostRepository],
})
export class ConfigurationModule {}
