import assert from 'node:assert/strict';
import { ServiceGraph } from '../ranking/service-graph.js';
import type { Suspect } from '../ranking/suspect.js';
import { service, type Signal, type SignalName } from '../signals/signal.js';
import { hasSymptom, mayPassOn, ownKinds, separates } from './grounds.js';
import { judge } from './level.js';

const KINDS: Partial<Record<SignalName, Signal['kind']>> = {
  log_pattern: 'log_pattern',
  log_gap: 'log_pattern',
  log_error: 'log_pattern',
  metric: 'metric',
  metric_limit: 'metric',
  own_errors: 'own_errors',
};
const suspect = (names: readonly SignalName[], others: Partial<Suspect> = {}): Suspect => ({
  entity: service('batch'),
  score: 1,
  signals: names.map((name) => ({
    name,
    kind: KINDS[name] ?? 'deviation',
    entity: service('batch'),
    strength: 1,
    text: '',
    rows: [],
  })),
  isReachable: true,
  services: ['batch'],
  ...others,
});

const JUDGED = {
  services: [],
  graph: new ServiceGraph([]),
  traced: new Set<string>(),
  onset: 0,
  hasOnset: true,
  bucketMs: 60_000,
  hasRequests: true,
  hasNormal: true,
  notLookedAt: [],
};

describe('the kinds of evidence for a suspect', () => {
  const kinds: [title: string, names: readonly SignalName[], expected: readonly string[]][] = [
    ['a gauge that ends and a new record without an error', ['metric_limit', 'log_pattern'], ['metric']],
    ['a gauge that ends and records that are no longer written', ['metric_limit', 'log_gap'], ['metric']],
    ['a gauge that ends and errors in the log', ['metric_limit', 'log_error'], ['metric', 'log_pattern']],
    [
      'a gauge that ends, slow work and a new record',
      ['metric_limit', 'own_time', 'log_pattern'],
      ['metric', 'deviation', 'log_pattern'],
    ],
    ['slow work and a new record', ['own_time', 'log_pattern'], ['deviation', 'log_pattern']],
  ];
  for (const [title, names, expected] of kinds) {
    it(`are ${expected.join(', ')} of ${title}, ${expected.length < 2 ? 'and' : 'and not'} inconclusive`, () => {
      const one = suspect(names);
      assert.ok(hasSymptom(one));
      assert.deepEqual([...ownKinds(one)], expected);
      const { level } = judge({ ...JUDGED, suspects: [one] });
      assert.equal(level === 'inconclusive', expected.length < 2);
    });
  }
});

describe('evidence that separates bad requests from good ones', () => {
  const fit = { key: 'account.id', value: 'acme', lift: 30, badShare: 0.9, goodShare: 0.03, z: 9 };
  const cases: [title: string, is: boolean, one: Suspect][] = [
    ['an attribute of bad requests', true, suspect([], { fit })],
    ['an attribute of additional requests', false, suspect([], { fit: { ...fit, isGrowth: true } })],
    ['an attribute of a part of the bad requests', false, suspect([], { fit: { ...fit, badShare: 0.5 } })],
    ['errors of its own', true, suspect(['own_errors'], { fit: { ...fit, isGrowth: true } })],
    ['slow work', false, suspect(['own_time'])],
  ];
  for (const [title, is, one] of cases) {
    it(`is ${is ? '' : 'not '}${title}`, () => {
      assert.equal(separates(one), is);
    });
  }
});

describe('a service that may only pass on what its callees do', () => {
  const traced = new Set(['web']);
  const cases: [title: string, is: boolean, names: readonly SignalName[], spans: ReadonlySet<string>][] = [
    ['fails without errors or time of its own', true, ['error_rate', 'log_error'], traced],
    ['is slow without errors or time of its own', true, ['latency', 'log_pattern'], traced],
    ['has errors of its own', false, ['error_rate', 'own_errors'], traced],
    ['takes time itself', false, ['latency', 'own_time'], traced],
    ['has no spans that would tell', false, ['error_rate', 'log_error'], new Set()],
    ['has requests as usual', false, ['log_error'], traced],
  ];
  for (const [title, is, names, spans] of cases) {
    it(`${title}: ${is ? 'not confirmed' : 'may be confirmed'}`, () => {
      const one = { ...suspect(names), entity: { type: 'service' as const, name: 'web' } };
      assert.equal(mayPassOn(one, spans), is);
      const fit = { key: 'release', value: '2', lift: 30, badShare: 0.9, goodShare: 0.03, z: 9 };
      assert.equal(mayPassOn({ ...one, fit }, spans), false);
    });
  }
});
