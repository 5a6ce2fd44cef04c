import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { MapService } from './map/map.service.js';
import { ServicesController } from './services.controller.js';
import { ServicesRepository } from './services.repository.js';
import { ServicesService } from './services.service.js';

@Module({
  imports: [ReadingModule],
  controllers: [ServicesController],
  providers: [ServicesService, ServicesRepository, MapService],
  exports: [MapService],
})
export class ServicesModule {}
