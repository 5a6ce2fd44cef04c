import assert from 'node:assert/strict';
import type { CallFact, CallFigures } from '../facts/facts.js';
import { wireSignals } from './operation-signals.js';
import { service } from './signal.js';

const figures = (calls: number, waitMs: number): CallFigures => ({
  calls,
  errors: 0,
  duration: { count: calls, mean: 24, variance: 0.2 },
  wireMs: { count: calls, mean: waitMs, variance: 4 },
});
const call = (caller: string, callee: string, normal: CallFigures, abnormal: CallFigures): CallFact => ({
  caller,
  callee: service(callee),
  sides: { normal, abnormal },
});
const strengthOf = (normalCalls: number, waitMs: number): number => {
  const usual = call('gateway', 'search', figures(400, 4), figures(400, 4));
  const rare = call('gateway', 'orders', figures(normalCalls, 6), figures(10, waitMs));
  return wireSignals([usual, rare]).find(({ entity }) => entity.name === 'orders')?.strength ?? 0;
};

describe('the time between services', () => {
  it('is a signal of a connection with two normal calls, if it waits very much longer', () => {
    assert.ok(strengthOf(2, 1_900) > 0.5);
  });

  it('is none of a single normal call, and of a wait that differs by some milliseconds', () => {
    assert.equal(strengthOf(1, 1_900), 0);
    assert.equal(strengthOf(2, 10), 0);
  });
});
