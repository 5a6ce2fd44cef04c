import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ServiceError } from '@svc/service-error';
import { Piscina } from 'piscina';
import type { Forecast, ForecastRequest } from './forecast.js';

/** Maximum length of the queue; with a longer one, a caller would wait longer than its request may take. */
const MAX_WAITING = 16;

/** Runs forecasts in a separate thread, which starts with the first one and ends after a while without any. */
@Injectable()
export class ForecastPool implements OnModuleDestroy {
  private readonly pool = new Piscina<ForecastRequest, Forecast>({
    filename: new URL('./forecast.worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: MAX_WAITING,
    idleTimeout: 30_000,
  });

  /** @throws ServiceError unavailable if too many forecasts are waiting. */
  run(request: ForecastRequest): Promise<Forecast> {
    if (this.pool.queueSize >= MAX_WAITING) throw new ServiceError('unavailable', { retryAfterSeconds: 5 });
    return this.pool.run(request);
  }

  onModuleDestroy(): Promise<void> {
    return this.pool.destroy();
  }
}
