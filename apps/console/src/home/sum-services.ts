import type { Service } from '../gen/api.js';

export interface ServiceSums {
  readonly requests: number;
  readonly failed: number;
  /** Share of requests that failed, from 0 to 1; 0 without requests. */
  readonly failedShare: number;
  /** The service with the highest 95th percentile. */
  readonly slowest: Service | undefined;
}

/** The requests of all services together. */
export function sumServices(services: readonly Service[]): ServiceSums {
  const requests = services.reduce((sum, { request_count: count }) => sum + count, 0);
  const failed = services.reduce((sum, { error_count: count }) => sum + count, 0);
  const slowest = services
    .filter(({ request_count: count }) => count > 0)
    .toSorted((a, b) => b.p95_duration_ms - a.p95_duration_ms)[0];
  return { requests, failed, failedShare: requests === 0 ? 0 : failed / requests, slowest };
}
