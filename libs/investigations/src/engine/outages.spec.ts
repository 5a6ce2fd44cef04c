import assert from 'node:assert/strict';
import { investigate, random, REQUEST, SEEDS } from '../testing/investigate.js';
import { END, ONSET, Shop, type Outage } from '../testing/shop.js';
import { ALONE } from '../testing/turns.js';
import { EvidenceEngine } from './engine.js';

/** A release of a service that has nothing to do with the outage, 30 seconds before its onset. */
const INNOCENT = {
  entity: { type: 'release' as const, name: 'search@7' },
  at: ONSET - 30_000,
  services: ['search'],
  attribute: { key: 'release', value: 'search@7' },
};
const separated = (key: string, value: string, service = 'payments') => [
  { service, key, value, ofBad: 0.97, ofGood: 0.07 },
];
const DEPLOYED = {
  entity: { type: 'release' as const, name: 'pay@2' },
  at: ONSET - 30_000,
  services: ['payments'],
  attribute: { key: 'release', value: 'pay@2' },
};

describe('the engine of investigations', () => {
  const causes: [title: string, outage: Outage, cause: string][] = [
    [
      'errors of a service deep in the map, and not its loud callers',
      { troubles: { payments: { fails: 0.3 } } },
      'payments',
    ],
    ['a slow service, and not those who wait for it', { troubles: { stock: { slowerMs: 800 } } }, 'stock'],
    ['a database without telemetry', { troubles: { ledger: { slowerMs: 900 } } }, 'ledger'],
    ['a failing database without telemetry', { troubles: { goods: { fails: 0.4 } } }, 'goods'],
    [
      'a service beside an innocent release',
      { troubles: { payments: { fails: 0.3 } }, changes: [INNOCENT] },
      'payments',
    ],
    [
      'a release whose requests fail',
      {
        troubles: { payments: { fails: 0.3 } },
        changes: [
          INNOCENT,
          {
            ...INNOCENT,
            entity: { type: 'release', name: 'pay@2' },
            services: [],
            attribute: { key: 'release', value: 'pay@2' },
          },
        ],
        values: separated('release', 'pay@2'),
      },
      'pay@2',
    ],
    [
      'a flag whose requests fail',
      {
        troubles: { payments: { fails: 0.3 } },
        changes: [
          {
            entity: { type: 'flag', name: 'new-card-form' },
            at: ONSET - 20_000,
            services: [],
            attribute: { key: 'feature_flag.new-card-form' },
          },
        ],
        values: separated('feature_flag.new-card-form', 'on'),
      },
      'new-card-form',
    ],
  ];
  for (const [title, outage, cause] of causes) {
    it(`finds ${title}`, async () => {
      for (const seed of SEEDS) {
        const { hypotheses, conclusion } = await investigate(outage, {}, seed);
        assert.equal(hypotheses[0]?.cause.name, cause, JSON.stringify(hypotheses.slice(0, 3)));
        assert.notEqual(conclusion.level, 'inconclusive', conclusion.reason);
        assert.equal(conclusion.causes[0]?.name, cause);
        const supported = hypotheses.filter(({ status }) => status === 'supported').map((each) => each.cause.name);
        assert.deepEqual(supported.toSorted(), conclusion.causes.map(({ name }) => name).toSorted());
      }
    });
  }

  it('names the customer whose requests fail', async () => {
    const outage = { troubles: { payments: { fails: 0.1 } }, values: separated('customer.id', 'acme') };
    const { hypotheses, conclusion } = await investigate(outage);
    assert.ok(hypotheses.slice(0, 3).some(({ cause }) => cause.name === 'customer.id=acme'));
    assert.notEqual(conclusion.level, 'inconclusive', conclusion.reason);
    assert.equal(conclusion.causes[0]?.name, 'customer.id=acme');
  });

  it('confirms a cause by a measured onset, and not by the start of a given window', async () => {
    const outage = { troubles: { payments: { fails: 0.3 } } };
    const measured = await investigate(outage);
    assert.equal(measured.conclusion.level, 'confirmed', measured.conclusion.reason);
    const inside = { ...REQUEST.scope, window: { start: ONSET + 5 * 60_000, end: END }, isWindowGiven: true };
    const { conclusion, onset } = await investigate(outage, { scope: inside });
    assert.equal(onset, undefined);
    assert.notEqual(conclusion.level, 'confirmed');
  });

  it('compares a given window as a whole, unless the services of the symptom are known', async () => {
    const outage = { troubles: { payments: { fails: 0.3 } } };
    const window = { start: ONSET - 15 * 60_000, end: END };
    const comparedFrom = async (services: readonly string[]) => {
      const scope = { ...REQUEST.scope, window, isWindowGiven: true, services };
      const { evidence, onset, hypotheses } = await investigate(outage, { scope });
      assert.equal(hypotheses[0]?.cause.name, 'payments');
      return { onset, start: evidence.find(({ kind }) => kind === 'own_errors')?.window.start };
    };
    const whole = await comparedFrom([]);
    assert.equal(whole.start, window.start);
    assert.ok(whole.onset !== undefined && whole.onset > window.start);
    const known = await comparedFrom(['web']);
    assert.equal(known.start, known.onset);
  });

  it('measures when requests began to fail and when a service began to fail or to be slow by itself', async () => {
    const scope = {
      ...REQUEST.scope,
      window: { start: ONSET - 15 * 60_000, end: END },
      isWindowGiven: true,
      services: [],
    };
    const onsetsOf = async (outage: Outage, name: string, service: string): Promise<number[]> =>
      (await investigate(outage, { scope })).evidence.flatMap(({ rows: [row], entities: [entity] }) =>
        row?.['signal'] === name && entity?.name === service ? [Number(row['onset'])] : [],
      );
    const failing = { troubles: { payments: { fails: 0.3 } } };
    const slow = { troubles: { stock: { slowerMs: 800 } } };
    for (const found of [
      await onsetsOf(failing, 'error_rate', 'web'),
      await onsetsOf(failing, 'own_errors', 'payments'),
      await onsetsOf(slow, 'own_time', 'stock'),
    ])
      assert.deepEqual(found, [ONSET]);
  });

  it('says of a release on a part of the requests that it fits, and not of one on all of them', async () => {
    const deployed = (ofGood: number) => ({
      troubles: { payments: { fails: 0.1 } },
      changes: [DEPLOYED],
      values: [{ service: 'payments', key: 'release', value: 'pay@2', since: DEPLOYED.at, ofBad: 1, ofGood }],
    });
    const found = async (ofGood: number) =>
      (await investigate(deployed(ofGood))).evidence.filter(({ kind }) => kind === 'attribute');
    assert.deepEqual(
      (await found(0.05)).map(({ finding }) => finding),
      ['present'],
    );
    assert.deepEqual(
      (await found(1)).map(({ finding }) => finding),
      ['absent'],
    );
  });

  it('finds two simultaneous causes', async () => {
    const { hypotheses } = await investigate({ troubles: { payments: { fails: 0.3 }, stock: { fails: 0.3 } } });
    assert.deepEqual(new Set(hypotheses.slice(0, 2).map(({ cause }) => cause.name)), new Set(['payments', 'stock']));
  });

  const nothing: [title: string, outage: Outage][] = [
    ['nothing happens', {}],
    ['traffic grows without errors', { traffic: 3 }],
    ['traffic grows as it did a week earlier', { traffic: 3, isWeekly: true }],
    ['nothing happens but a release', { changes: [INNOCENT] }],
  ];
  for (const [title, outage] of nothing) {
    it(`is inconclusive if ${title}`, async () => {
      for (const seed of SEEDS) {
        const { conclusion, evidence } = await investigate(outage, {}, seed);
        assert.equal(conclusion.level, 'inconclusive', conclusion.text);
        assert.deepEqual(conclusion.causes, []);
        assert.ok(evidence.some(({ finding }) => finding === 'absent'));
      }
    });
  }

  it('finds the onset within two minutes', async () => {
    const { onset } = await investigate({ troubles: { payments: { fails: 0.3 } } });
    assert.ok(Math.abs((onset ?? 0) - ONSET) <= 120_000, String(onset));
  });

  it('cites evidence that exists in every claim', async () => {
    const { conclusion, evidence, hypotheses } = await investigate({ troubles: { payments: { fails: 0.3 } } });
    const ids = new Set(evidence.map(({ id }) => id));
    for (const { evidenceIds } of conclusion.claims) {
      assert.ok(evidenceIds.length > 0);
      assert.ok(evidenceIds.every((id) => ids.has(id)));
    }
    assert.ok(hypotheses.flatMap(({ evidenceIds }) => evidenceIds).every((id) => ids.has(id)));
    assert.ok(
      evidence.every(({ rows, scopes, link }) => rows.length <= 20 && scopes.length > 0 && link.startsWith('/api/v1/')),
    );
  });

  it('has the same evidence in each run over the same facts', async () => {
    const outage = { troubles: { payments: { fails: 0.3 } } };
    const [one, two] = [await investigate(outage), await investigate(outage)];
    assert.deepEqual(one.evidence, two.evidence);
    assert.equal(new Set(one.evidence.map(({ id }) => id)).size, one.evidence.length);
  });

  it('leaves out what the starter may not read, and says so', async () => {
    const { evidence, events } = await investigate(
      { troubles: { payments: { fails: 0.3 } } },
      { omittedKinds: ['log_pattern'] },
    );
    assert.ok(!evidence.some(({ kind }) => kind === 'log_pattern'));
    assert.ok(
      events.some((event) => event.type === 'step' && event.check === 'steps' && event.text.includes('left out')),
    );
  });

  it('stops at its budget, and concludes from what it has', async () => {
    const budget = { ...REQUEST.budget, queries: 2 };
    const { events } = await investigate({ troubles: { payments: { fails: 0.3 } } }, { budget });
    assert.ok(events.some((event) => event.type === 'failed_check' && event.reason === 'budget'));
  });

  it('names what it could not look at, and does not call that normal', async () => {
    const { conclusion } = await investigate({}, { budget: { ...REQUEST.budget, queries: 2 } });
    assert.match(conclusion.reason, /Not looked at: .*log_pattern/);
    assert.doesNotMatch(conclusion.text, /Nothing/);
    const omitted = await investigate(
      { troubles: { payments: { fails: 0.3 } } },
      { omittedKinds: ['issue', 'attribute'] },
    );
    assert.match(omitted.conclusion.reason, /Not looked at: attribute/);
  });

  it('says that a window has no requests, instead of calling it normal', async () => {
    const scope = { ...REQUEST.scope, services: ['nowhere'] };
    const { conclusion } = await investigate({}, { scope });
    assert.equal(conclusion.level, 'inconclusive');
    assert.match(conclusion.reason, /There are no requests in the window/);
  });

  it('says that there is no normal time to compare with, instead of calling the first requests normal', async () => {
    const outage = { firstRequest: REQUEST.scope.window.start };
    const { conclusion } = await investigate(outage, { scope: { ...REQUEST.scope, isWindowGiven: true } });
    assert.equal(conclusion.level, 'inconclusive', conclusion.text);
    assert.match(conclusion.reason, /no requests before the window/);
  });

  it('compares the halves of what a project has if it has nothing before the hour and nothing is said of the time', async () => {
    const outage = { firstRequest: REQUEST.scope.window.start };
    const { evidence, conclusion } = await investigate(outage);
    const { start, end } = REQUEST.scope.window;
    const compared = evidence.find(({ kind }) => kind === 'own_errors')?.window;
    assert.deepEqual(compared, { start: Math.floor((start + end) / 120_000) * 60_000, end });
    assert.equal(conclusion.level, 'inconclusive');
    assert.doesNotMatch(conclusion.reason, /no requests before/);
  });

  it('concludes the same after a message that asks for a known kind', async () => {
    const outage = {
      troubles: { payments: { fails: 0.1 } },
      changes: [DEPLOYED],
      values: separated('release', 'pay@2'),
    };
    const before = await investigate(outage);
    assert.equal(before.conclusion.level, 'confirmed', before.conclusion.reason);
    for (const kind of ['log_pattern', 'service_map', 'change', 'attribute'] as const) {
      const after = await investigate(outage, { known: before.evidence, onlyKinds: [kind] });
      assert.deepEqual(after.conclusion, before.conclusion);
      assert.deepEqual(after.evidence, []);
      assert.equal(after.events.filter(({ type }) => type === 'step').length, 1);
    }
  });

  it('refutes no suspect whose callee began at the same time, and supports none by the week before', async () => {
    const { hypotheses, conclusion, evidence } = await investigate({
      troubles: { payments: { fails: 0.3 } },
      traffic: 3,
      isWeekly: true,
    });
    assert.ok(hypotheses.some(({ cause }) => cause.name === 'checkout'));
    assert.deepEqual(
      hypotheses.filter(({ status }) => status === 'refuted'),
      [],
    );
    const seasonal = evidence.find(({ kind, finding }) => kind === 'seasonality' && finding === 'present');
    assert.ok(seasonal);
    const cited = [...hypotheses, ...conclusion.claims].flatMap(({ evidenceIds }) => evidenceIds);
    assert.ok(!cited.includes(seasonal.id));
  });

  it('counts slow requests as affected if slowness is the symptom, and none if no service is known', async () => {
    const ofShop = { ...REQUEST.scope, services: [] };
    const affectedBy = async (outage: Outage, scope = REQUEST.scope) =>
      (await investigate(outage, { scope })).evidence
        .filter(({ kind }) => kind === 'affected')
        .map(({ query }) => query.parameters);
    const [slow] = await affectedBy({ troubles: { stock: { slowerMs: 800 } } });
    assert.ok(Number(slow?.['slowerThanMs']) > 0);
    const [failed] = await affectedBy({ troubles: { payments: { fails: 0.3 } } });
    assert.ok(failed && !('slowerThanMs' in failed));
    assert.deepEqual(await affectedBy({}, ofShop), []);
  });

  it('names the first accounts that were affected, and says if there are none', async () => {
    const accountsOf = async (outage: Outage) =>
      (await investigate(outage)).evidence.filter(({ kind }) => kind === 'affected_accounts');
    const failing = { troubles: { payments: { fails: 0.3 } } };
    const first = ['acme', 'globex', 'initech', 'umbrella'].map((key, nth) => ({
      type: 'company',
      key,
      persons: 9 - nth,
    }));
    const [found, ...others] = await accountsOf({ ...failing, accounts: { accounts: 7, first, isSampled: true } });
    assert.equal(
      found?.title,
      'at least 7 accounts had affected requests: company "acme", company "globex", company "initech", 4 more',
    );
    assert.deepEqual(others, []);
    assert.deepEqual(found.scopes, ['groups:read']);
    assert.equal(found.link, '/api/v1/groups');
    assert.deepEqual(found.rows[0], { group_type: 'company', group_key: 'acme', persons: 9, accounts: 7 });
    assert.deepEqual(found.entities[3], { type: 'account', name: 'umbrella' });
    const [absent] = await accountsOf(failing);
    assert.deepEqual([absent?.finding, absent?.title], ['absent', 'No affected request belongs to an account']);
    const one = { accounts: 1, first: first.slice(0, 1), isSampled: false };
    assert.match(String((await accountsOf({ ...failing, accounts: one }))[0]?.title), /^1 account .*: company "acme"$/);
  });

  it('reads evidence again, and says when it is no longer stored', async () => {
    const engine = new EvidenceEngine(new Shop({ troubles: { payments: { fails: 0.3 } } }, random(1)), ALONE, () => 0);
    const { evidence } = await investigate({ troubles: { payments: { fails: 0.3 } } });
    const own = evidence.find(({ kind }) => kind === 'own_errors');
    assert.ok(own);
    const again = await engine.rerun('project', own, new AbortController().signal);
    assert.equal(again?.id, own.id);
    const old = {
      ...own,
      query: { ...own.query, parameters: { ...own.query.parameters, normal: [{ start: 0, end: 1 }] } },
    };
    assert.equal(await engine.rerun('project', old, new AbortController().signal), undefined);
  });
});
