import { Injectable } from '@nestjs/common';
import { ProjectReaders } from '@svc/reading/project-reader';
import { fromMilliseconds } from '@svc/reading/time';
import type { Call } from '@svc/rpc';
import { MetricsRepository } from '../../../telemetry/index.js';

/** The names of services that no span or log record names, but metrics about spans. */
@Injectable()
export class MetricServices {
  constructor(
    private readonly metrics: MetricsRepository,
    private readonly readers: ProjectReaders,
  ) {}

  /** @param since epoch milliseconds. */
  list(since: number, call: Call): Promise<string[]> {
    return this.metrics.services(fromMilliseconds(since), this.readers.open(call));
  }
}
