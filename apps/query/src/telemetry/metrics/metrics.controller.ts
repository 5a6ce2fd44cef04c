import {
  Metrics,
  type MetricsDeleteRequest,
  type MetricsForecastRequest,
  type MetricsLabelsRequest,
  type MetricsListRequest,
  type MetricsQueryRequest,
} from '@svc/contract';
import { ProjectReaders } from '@svc/reading/project-reader';
import { RpcController, type Call, type Handlers } from '@svc/rpc';
import { toForecastResponse } from './forecast/metric-forecast.message.js';
import { MetricForecastService } from './forecast/metric-forecast.service.js';
import { toLabelsResponse } from './labels/metric-labels.message.js';
import { toMetric, toQueryResponse } from './metric.message.js';
import { MetricsService } from './metrics.service.js';

@RpcController(Metrics)
export class MetricsController implements Handlers<typeof Metrics> {
  constructor(
    private readonly service: MetricsService,
    private readonly forecasts: MetricForecastService,
    private readonly readers: ProjectReaders,
  ) {}

  async list(request: MetricsListRequest, call: Call) {
    const metrics = await this.service.list(request, this.readers.open(call));
    return { metrics: metrics.map(toMetric) };
  }

  async query(request: MetricsQueryRequest, call: Call) {
    return toQueryResponse(await this.service.query(request, this.readers.open(call)));
  }

  async forecast(request: MetricsForecastRequest, call: Call) {
    return toForecastResponse(await this.forecasts.forecast(request, this.readers.open(call)));
  }

  async delete(request: MetricsDeleteRequest, call: Call) {
    await this.service.delete(request.metricName, this.readers.open(call));
    return {};
  }

  async labels(request: MetricsLabelsRequest, call: Call) {
    return toLabelsResponse(await this.service.labels(request, this.readers.open(call)));
  }
}
