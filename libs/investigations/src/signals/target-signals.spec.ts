import assert from 'node:assert/strict';
import type { CallFact, CallFigures } from '../facts/facts.js';
import { targetSignals, unreachedSignals } from './target-signals.js';

const NO_MOMENTS = { count: 0, mean: 0, variance: 0 };
const figures = (calls: number, errors: number, unanswered = 0): CallFigures => ({
  calls,
  errors,
  unanswered,
  duration: NO_MOMENTS,
  wireMs: NO_MOMENTS,
});
const call = (type: 'service' | 'queue', sides: CallFact['sides']): CallFact => ({
  caller: 'checkout',
  callee: { type, name: 'orders' },
  sides,
});

describe('the signals of what callers see of others', () => {
  it('tell a service that calls no longer reach, and none whose own answers are errors', () => {
    const lost = { normal: figures(400, 2), abnormal: figures(200, 190, 188) };
    const [signal] = unreachedSignals([call('service', lost)]);
    assert.deepEqual([signal?.entity.name, signal?.name, signal?.kind], ['orders', 'own_errors', 'service_map']);
    assert.match(signal?.text ?? '', /94 % of the calls to it fail without reaching it instead of 0 %/);
    assert.deepEqual(unreachedSignals([call('service', { ...lost, abnormal: figures(200, 190) })]), []);
  });

  it('tell a queue that refuses messages', () => {
    const [signal] = targetSignals(
      [call('queue', { normal: figures(400, 1), abnormal: figures(200, 120) })],
      new Set(['orders']),
    );
    assert.deepEqual([signal?.entity.type, signal?.name], ['queue', 'own_errors']);
  });
});
