import assert from 'node:assert/strict';
import { USUAL, type AgentRuns } from '../testing/agents.js';
import { investigate, REQUEST, SEEDS } from '../testing/investigate.js';
import { ONSET, type Outage } from '../testing/shop.js';

/** Agents of the shop that stay as they are, one of them much more expensive than the others. */
const OTHERS: readonly AgentRuns[] = [
  { agent: 'triage', service: 'search', normal: { ...USUAL, runs: 60, tokensOfCall: 6_000 } },
  { agent: 'idle', service: 'stock', normal: { ...USUAL, runs: 1 } },
];
const INNOCENT = {
  entity: { type: 'release' as const, name: 'search@7' },
  at: ONSET - 30_000,
  services: ['search'],
  attribute: { key: 'release', value: 'search@7' },
};
const withSupport = (abnormal: AgentRuns['abnormal'], normal = USUAL): Outage => ({
  agents: [...OTHERS, { agent: 'support', service: 'checkout', normal, ...(abnormal && { abnormal }) }],
  changes: [INNOCENT],
});
const ANYWHERE = { scope: { ...REQUEST.scope, services: [] } };

describe('the engine of investigations, about agents', () => {
  const explosions: [title: string, outage: Outage, reason: RegExp][] = [
    [
      'makes ten times as many calls in a run',
      withSupport({ calls: 30 }),
      /a run makes [23]\d calls of models instead of [23]/,
    ],
    ['takes ten times as many tokens in a call', withSupport({ tokensOfCall: 20_000 }), /a call takes 20000 tokens/],
    ['runs ten times as often', withSupport({ runs: 200 }), /it runs 1\d\d\d times an hour instead of 1\d\d/],
    [
      'calls an expensive model',
      withSupport({ model: 'large-2', price: 75 }),
      /"large-2", which they did not call before/,
    ],
    ['takes more tokens of an unknown price', withSupport({ calls: 30 }, { ...USUAL, price: 0 }), /tokens an hour/],
  ];
  for (const [title, outage, reason] of explosions) {
    it(`names the agent that ${title} as the probable cause of what it costs`, async () => {
      for (const seed of SEEDS) {
        for (const others of [ANYWHERE, {}]) {
          const { hypotheses, conclusion, evidence } = await investigate(outage, others, seed);
          assert.deepEqual(hypotheses[0]?.cause, { type: 'agent', name: 'support' }, JSON.stringify(hypotheses));
          assert.equal(conclusion.level, 'likely', conclusion.reason);
          assert.deepEqual(conclusion.causes, [{ type: 'agent', name: 'support' }]);
          const ofAgents = evidence.filter(({ query }) => query.check === 'agents');
          assert.match(ofAgents.map((one) => one.title).join('\n'), reason);
          assert.ok(ofAgents.every(({ link }) => link.startsWith('/api/v1/agent-runs?agent=support&')));
          assert.ok(!ofAgents.some(({ title: text }) => /triage|idle/.test(text)));
        }
      }
    });
  }

  it('names an agent that fails before the service in which it runs', async () => {
    const outage = { ...withSupport({ fails: 0.6 }), troubles: {} };
    const { hypotheses, evidence } = await investigate(outage, ANYWHERE);
    assert.deepEqual(hypotheses[0]?.cause, { type: 'agent', name: 'support' });
    assert.ok(evidence.some(({ title }) => /of its runs fail instead of/.test(title)));
  });

  it('names the agent only in sentences that cite its runs, which readers without their scope are not shown', async () => {
    const outage = { ...withSupport({ fails: 0.6, calls: 30 }), troubles: { checkout: { slowerMs: 800 } } };
    for (const others of [ANYWHERE, {}, { ...ANYWHERE, onlyKinds: ['log_pattern'] as const }]) {
      const { conclusion, hypotheses, evidence } = await investigate(outage, others);
      const ofAgents = new Set(evidence.filter(({ query }) => query.check === 'agents').map(({ id }) => id));
      for (const { text, evidenceIds } of [...conclusion.claims, ...hypotheses]) {
        assert.ok(evidenceIds.length > 0, text);
        if (text.includes('support'))
          assert.ok(
            evidenceIds.every((id) => ofAgents.has(id)),
            text,
          );
      }
    }
  });

  it('finds no change of tokens if nobody counts them', async () => {
    const uncounted = { ...USUAL, tokensOfCall: 0, price: 0 };
    const { conclusion } = await investigate(withSupport({ runs: 60 }, uncounted), ANYWHERE);
    assert.doesNotMatch(JSON.stringify(conclusion), /tokens/);
  });

  const nothing: [title: string, outage: Outage][] = [
    ['agents are as usual', withSupport(undefined)],
    ['an agent runs more often because there is more traffic', { ...withSupport({ runs: 60 }), traffic: 3 }],
    [
      'an agent costs more that costs hardly anything',
      { agents: [OTHERS[0], { ...OTHERS[1], abnormal: { calls: 9 } }] as AgentRuns[] },
    ],
  ];
  for (const [title, outage] of nothing) {
    it(`is inconclusive if ${title}`, async () => {
      for (const seed of SEEDS) {
        const { conclusion } = await investigate(outage, ANYWHERE, seed);
        assert.equal(conclusion.level, 'inconclusive', conclusion.text);
      }
    });
  }

  it('finds the failing service nevertheless if an agent costs more at the same time', async () => {
    const { hypotheses } = await investigate({ ...withSupport({ calls: 9 }), troubles: { payments: { fails: 0.3 } } });
    assert.equal(hypotheses[0]?.cause.name, 'payments');
  });

  it('says that no agent costs more, or that no agent has run', async () => {
    const titlesOf = async (outage: Outage) =>
      (await investigate(outage)).evidence.filter(({ kind }) => kind === 'agent_run').map(({ title }) => title);
    assert.deepEqual(await titlesOf(withSupport(undefined)), ['No agent costs more or fails more often than usual']);
    assert.deepEqual(await titlesOf({}), ['There are no runs of agents with a name in either window']);
  });

  it('is left out by name if the starter may not read runs', async () => {
    const { conclusion, events } = await investigate(withSupport({ calls: 30 }), {
      ...ANYWHERE,
      omittedKinds: ['agent_run', 'agent_cost'],
    });
    assert.match(conclusion.reason, /Not looked at: agent_run, agent_cost/);
    assert.ok(events.some((one) => one.type === 'step' && one.check === 'agents' && /left out/.test(one.text)));
  });
});
