import assert from 'node:assert/strict';
import type { CallFact } from '../facts/facts.js';
import { service, type Signal, type SignalName } from '../signals/signal.js';
import { combineRanks } from './combine.js';
import { orderByJump } from './jump.js';
import { ServiceGraph } from './service-graph.js';

const MOMENTS = { count: 0, mean: 0, variance: 0 };
const FIGURES = { calls: 100, errors: 0, duration: MOMENTS, wireMs: MOMENTS };
const call = (caller: string, callee: string): CallFact => ({
  caller,
  callee: service(callee),
  sides: { normal: FIGURES, abnormal: FIGURES },
});
const signal = (name: SignalName, kind: Signal['kind'], of: string): Signal => ({
  name,
  kind,
  entity: service(of),
  strength: 1,
  text: '',
  rows: [],
});
/** A service at the edge that logs each failure, has an issue of it, and whose requests fail. */
const LOUD = [
  signal('error_rate', 'deviation', 'web'),
  signal('log_error', 'log_pattern', 'web'),
  signal('issue', 'issue', 'web'),
];
const graph = new ServiceGraph([call('web', 'payments')]);
const BOTH = ['web', 'payments'];
const order = (signals: readonly Signal[], names: readonly string[] = BOTH): string[] => {
  const traced = new Set(names);
  const candidates = orderByJump(combineRanks([...LOUD, ...signals], traced), graph, [service('web')], traced);
  return candidates.map(({ entity }) => entity.name);
};

describe('the order of possible causes along the map', () => {
  it('puts a loud victim behind the quiet callee whose errors it passes on', () => {
    assert.deepEqual(order([signal('own_errors', 'own_errors', 'payments')]), ['payments', 'web']);
  });

  it('puts a loud victim that gave up waiting behind the slow callee', () => {
    assert.deepEqual(order([signal('own_time', 'own_errors', 'payments')]), ['payments', 'web']);
  });

  it('does not call a service without spans such a victim, as nothing can tell errors of its own', () => {
    assert.deepEqual(order([signal('own_errors', 'own_errors', 'payments')], ['payments']), ['web', 'payments']);
  });

  it('leaves a service with errors of its own before a callee with as many', () => {
    const own = [signal('own_errors', 'own_errors', 'web'), signal('own_errors', 'own_errors', 'payments')];
    assert.deepEqual(order(own), ['web', 'payments']);
  });
});
