import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ServiceError } from '@svc/errors';
import { Piscina } from 'piscina';
import type { Forecast, ForecastRequest } from './forecast.js';

/** Beyond these a caller would wait longer than its request may take. */
const MAX_WAITING = 16;

/** Forecasts in a thread of its own, which is started by the first and ends when there are none for a while. */
@Injectable()
export class ForecastPool implements OnModuleDestroy {
  private readonly pool = new Piscina<ForecastRequest, Forecast>({
    filename: new URL('./forecast.worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: MAX_WAITING,
    idleTimeout: 30_000,
  });

  /** @throws ServiceError unavailable when too many are waiting. */
  run(request: ForecastRequest): Promise<Forecast> {
    if (this.pool.queueSize >= MAX_WAITING) throw new ServiceError('unavailable', { retryAfterSeconds: 5 });
    return this.pool.run(request);
  }

  onModuleDestroy(): Promise<void> {
    return this.pool.destroy();
  }
}
