import { Module } from '@nestjs/common';
import { ForecastPool } from './forecast/forecast-pool.js';
import { MetricForecastService } from './forecast/metric-forecast.service.js';
import { MetricsController } from './metrics.controller.js';
import { MetricsRepository } from './metrics.repository.js';
import { MetricsService } from './metrics.service.js';

@Module({
  controllers: [MetricsController],
  providers: [MetricsService, MetricsRepository, MetricForecastService, ForecastPool],
})
export class MetricsModule {}
