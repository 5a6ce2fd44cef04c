import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { ServicesModule } from '../services/services.module.js';
import { TracesModule } from '../traces/traces.module.js';
import { JaegerTraces } from './jaeger-traces.js';
import { JaegerController } from './jaeger.controller.js';
import { JaegerService } from './jaeger.service.js';

@Module({
  imports: [ReadingModule, ServicesModule, TracesModule],
  controllers: [JaegerController],
  providers: [JaegerService, JaegerTraces],
})
export class JaegerModule {}
