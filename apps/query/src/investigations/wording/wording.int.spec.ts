import assert from 'node:assert/strict';
import { create } from '@bufbuild/protobuf';
import { EvalsSetRequestSchema } from '@svc/contract';
import type { Conclusion } from '@svc/investigations';
import type { Investigation } from '@svc/relational';
import { newEvaluations } from '../../ai/evaluations/evaluations.fixture.js';
import { EvalConfigsRepository } from '../../ai/index.js';
import { OverridesRepository } from '../../ai/prices/overrides.repository.js';
import { LoopbackProvider, type ProviderResponse } from '../../ai/provider/loopback-provider.fixture.js';
import { openRunWorld, type RunWorld } from '../../ai/runs/runs.fixture.js';
import { WHOLE } from '../terms/records.js';
import { scriptedEvidence } from '../testing/scripted-engine.js';
import { Wording } from './wording.js';

const WEB = scriptedEvidence('web', { title: 'Errors of web began at 14:03:20.' });
const CONCLUSION: Conclusion = {
  level: 'likely',
  text: 'Errors of web began at 14:03:20.',
  causes: [{ type: 'service', name: 'web' }],
  claims: [{ text: 'Errors of web began at 14:03:20.', evidenceIds: [WEB.id] }],
  reason: 'No attribute separates the requests.',
};
const answer = (text: string): ProviderResponse => ({
  status: 200,
  text: JSON.stringify({ claims: [{ text, evidence_ids: [WEB.id] }] }),
});

describe('the words of a conclusion', () => {
  let world: RunWorld;
  let provider: LoopbackProvider;
  let address: string;
  beforeAll(async () => {
    world = await openRunWorld();
  });
  beforeEach(async () => {
    provider = new LoopbackProvider(() => answer('web has failed since 14:03:20.'));
    address = await provider.start();
  });
  afterEach(() => provider.stop());
  afterAll(() => world.stop());

  /** Words a conclusion in a project with these settings, where the model costs a dollar for 1,000,000 tokens, and 10 for output. */
  async function word(settings: { investigationModel?: string; questionModel?: string; maxDailyCost?: string }) {
    const { store, relational, clock } = world;
    const { provider: models, calls, configs } = newEvaluations({ store, relational, clock, provider: address });
    const project = await world.newProject();
    const rates = { input: { base: '0.000001', tiers: [] }, output: { base: '0.00001', tiers: [] } };
    const price = { projectId: project.id, provider: '', model: 'judge-1', serviceTier: '' };
    await new OverridesRepository(relational).set(
      { ...price, rates, effectiveFrom: new Date(0), createdBy: 'ann', createdAt: new Date() },
      undefined,
    );
    await configs.set(project.id, 'ann', create(EvalsSetRequestSchema, settings));
    const wording = new Wording(models, new EvalConfigsRepository(relational), calls, relational);
    return wording.word(
      { projectId: project.id, instruction: { ...WHOLE }, model: null } as unknown as Investigation,
      {
        findings: { conclusion: CONCLUSION, hypotheses: [], onset: undefined },
        evidence: [WEB],
        fence: () => Promise.resolve(),
      },
      world.tools.signal,
    );
  }
  const asRules = { conclusion: CONCLUSION, model: null };

  it('are those of the model of the project, with level, causes and reason of the rules, and with what it has cost', async () => {
    const { conclusion, model, usage } = await word({ investigationModel: 'judge-1' });
    const text = 'web has failed since 14:03:20.';
    assert.deepEqual(conclusion, { ...CONCLUSION, text, claims: [{ text, evidenceIds: [WEB.id] }] });
    assert.deepEqual([model, usage], ['judge-1', { tokens: 1_100, cost: '0.002' }]);
  });

  it('are those of the rules in a project that names no model for investigations', async () => {
    assert.deepEqual(await word({ questionModel: 'judge-1' }), { ...asRules, usage: {} });
    assert.deepEqual(provider.requests, []);
  });

  it('are those of the rules if the model fails, invents something, or may cost no more', async () => {
    provider.respond = () => answer('web has failed 77 times.');
    const { conclusion, model, usage } = await word({ investigationModel: 'judge-1' });
    assert.deepEqual([conclusion, model, usage.cost], [CONCLUSION, null, '0.002']);
    provider.respond = () => ({ status: 500 });
    const failed = await word({ investigationModel: 'judge-1' });
    assert.deepEqual([failed.conclusion, failed.model], [CONCLUSION, null]);
    const { length } = provider.requests;
    assert.deepEqual(await word({ investigationModel: 'judge-1', maxDailyCost: '0.001' }), { ...asRules, usage: {} });
    assert.equal(provider.requests.length, length);
  });
});
