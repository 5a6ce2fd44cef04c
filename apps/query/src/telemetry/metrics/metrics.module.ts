import { Module } from '@nestjs/common';
import { ReadingModule } from '@svc/reading/module';
import { ForecastPool } from './forecast/forecast-pool.js';
import { MetricForecastService } from './forecast/metric-forecast.service.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsRepository } from './metrics.repository.js';
import { MetricsService } from './metrics.service.js';

@Module({
  imports: [ReadingModule],
  controllers: [MetricsController],
  providers: [MetricsService, MetricsRepository, MetricForecastService, ForecastPool],
  exports: [MetricsRepository],
})
export class MetricsModule {}
