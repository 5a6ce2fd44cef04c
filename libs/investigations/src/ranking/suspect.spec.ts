import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ChangeFact } from '../facts/facts.js';
import { EVIDENT_STRENGTH, MIN_STRENGTH, service, type SignalName } from '../signals/signal.js';
import type { Candidate } from './jump.js';
import { toSuspects } from './suspect.js';

const ONSET = 1_000_000_000;
const RELEASE: ChangeFact = {
  entity: { type: 'release', name: 'search@7' },
  at: ONSET,
  services: ['search'],
  attribute: { key: 'release', value: 'search@7' },
};
const candidate = (name: string, score: number, signal: SignalName, strength: number): Candidate => ({
  entity: service(name),
  signals: [{ name: signal, kind: 'own_errors', entity: service(name), strength, text: '', rows: [] }],
  score,
  ownScore: score,
  isReachable: true,
});
const order = (candidates: readonly Candidate[], lifts: Parameters<typeof toSuspects>[2] = []): string[] =>
  toSuspects(candidates, [RELEASE], lifts, ONSET).map(({ entity }) => entity.name);

describe('the order of changes among possible causes', () => {
  const score = fc.double({ min: 0.01, max: 3, noNaN: true });
  const strength = fc.oneof(
    fc.double({ min: MIN_STRENGTH, max: EVIDENT_STRENGTH, noNaN: true }),
    fc.double({ min: EVIDENT_STRENGTH, max: 1, noNaN: true }),
  );

  it('puts a change without fit behind any entity with errors of its own, however few', () => {
    fc.assert(
      fc.property(score, score, strength, (ofSearch, ofPayments, errors) => {
        const candidates = [
          candidate('search', ofSearch, 'own_time', 1),
          candidate('payments', ofPayments, 'own_errors', errors),
        ];
        const names = order(candidates);
        assert.ok(names.indexOf('payments') < names.indexOf('search@7'), names.join());
      }),
    );
  });

  it('puts a change that fits before the service in which it acts', () => {
    const fit = { service: 'search', key: 'release', value: 'search@7', lift: 20, badShare: 1, goodShare: 0.05, z: 9 };
    const candidates = [candidate('search', 1, 'own_errors', 1), candidate('payments', 0.5, 'own_errors', 0.1)];
    assert.deepEqual(order(candidates, [fit]), ['search@7', 'search', 'payments']);
  });
});
