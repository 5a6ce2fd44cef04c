import assert from 'node:assert/strict';
import type { Service } from '../gen/api.js';
import { sumServices } from './sum-services.js';

const service = (name: string, requests: number, errors: number, p95: number): Service =>
  ({ service_name: name, request_count: requests, error_count: errors, p95_duration_ms: p95 }) as Service;

describe('sums of services', () => {
  it('weigh failures by requests and name the slowest service that has any', () => {
    const sums = sumServices([service('web', 90, 0, 20), service('payments', 10, 10, 300), service('idle', 0, 0, 900)]);
    assert.deepEqual([sums.requests, sums.failed, sums.failedShare], [100, 10, 0.1]);
    assert.equal(sums.slowest?.service_name, 'payments');
  });

  it('are zero without services', () => {
    assert.deepEqual(sumServices([]), { requests: 0, failed: 0, failedShare: 0, slowest: undefined });
  });
});
