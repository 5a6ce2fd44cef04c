import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { PrometheusController } from './prometheus.controller.js';
import { PrometheusService } from './prometheus.service.js';

/** The query interface of Prometheus. Needs CLOCK and COLUMN_STORE of the process. */
@Module({ imports: [ReadingModule], controllers: [PrometheusController], providers: [PrometheusService] })
export class PrometheusModule {}
