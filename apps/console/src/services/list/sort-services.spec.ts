import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Service } from '../../gen/api.js';
import { SORTS } from '../fields.js';
import { nextSort, sortServices } from './sort-services.js';

const make = (name: string, rate: number, p95 = 0): Service => ({
  service_name: name,
  environments: [],
  request_count: rate * 60,
  request_rate: rate,
  error_count: 0,
  error_rate: 0,
  avg_duration_ms: p95,
  p50_duration_ms: p95,
  p95_duration_ms: p95,
  p99_duration_ms: p95,
  span_count: rate * 60,
  estimated: false,
});
const names = (services: readonly Service[]): readonly string[] => services.map(({ service_name: name }) => name);
const services = [make('web', 3, 20), make('Cart', 9, 5), make('mailer', 3, 70)];

describe('the list of services', () => {
  it('is in the chosen order, and by name where that is equal', () => {
    assert.deepEqual(names(sortServices(services, { sort: 'requests', order: 'desc', name: '' })), [
      'Cart',
      'mailer',
      'web',
    ]);
    assert.deepEqual(names(sortServices(services, { sort: 'p95', order: 'asc', name: '' })), ['Cart', 'web', 'mailer']);
    assert.deepEqual(names(sortServices(services, { sort: 'name', order: 'desc', name: '' })), [
      'web',
      'mailer',
      'Cart',
    ]);
  });

  it('is narrowed by a part of the name in any case', () =>
    assert.deepEqual(names(sortServices(services, { sort: 'name', order: 'asc', name: ' CA' })), ['Cart']));

  it('keeps each service once for any order', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SORTS), fc.constantFrom('asc' as const, 'desc' as const), (sort, order) =>
        assert.deepEqual(new Set(names(sortServices(services, { sort, order, name: '' }))), new Set(names(services))),
      ),
    );
  });

  it('turns round at the second click, and begins with the greatest values or the first names', () => {
    assert.deepEqual(nextSort({ sort: 'p95', order: 'desc' }, 'p95'), { sort: 'p95', order: 'asc' });
    assert.deepEqual(nextSort({ sort: 'p95', order: 'asc' }, 'errors'), { sort: 'errors', order: 'desc' });
    assert.deepEqual(nextSort({ sort: 'p95', order: 'desc' }, 'name'), { sort: 'name', order: 'asc' });
  });
});
