import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { DeviceRepository } from './device.repository.js';
import { DeviceService } from './device.service.js';

@Module({ imports: [SessionsModule], providers: [DeviceRepository, DeviceService], exports: [DeviceService] })
export class DeviceModule {}
