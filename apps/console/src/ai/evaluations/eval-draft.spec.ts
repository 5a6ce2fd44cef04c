import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EvalConfig } from '../../gen/api.js';
import { describeEvals } from './describe-evals.js';
import { evalFaults, toEvalBody, toEvalDraft } from './eval-draft.js';

const config: EvalConfig = {
  enabled_metrics: ['latency_budget'],
  judge_model: 'small',
  sampling_rate: 0.05,
  max_daily_cost: '2.50',
  min_run_tokens: 100,
  delay_seconds: 60,
  environments: ['prod', 'stage'],
  latency_budget_ms: 30_000,
  cost_budget: null,
  judge_criteria: 'Is it polite?',
  metrics: [],
  judge_cost_today: '0',
  question_model: '',
  investigation_model: 'large',
  version: 4,
};
const draft = toEvalDraft(config);

describe('the form of evaluations', () => {
  it('sends the whole configuration as it was read', () => {
    assert.deepEqual(toEvalBody(draft, 4), {
      enabled_metrics: ['latency_budget'],
      latency_budget_ms: 30_000,
      judge_model: 'small',
      sampling_rate: 0.05,
      min_run_tokens: 100,
      judge_criteria: 'Is it polite?',
      question_model: '',
      investigation_model: 'large',
      max_daily_cost: '2.50',
      delay_seconds: 60,
      environments: ['prod', 'stage'],
      expected_version: 4,
    });
    assert.ok(!('expected_version' in toEvalBody(draft, undefined)));
  });

  it('keeps every share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (parts) => {
        const rate = parts / 10_000;
        const body = toEvalBody(toEvalDraft({ ...config, sampling_rate: rate }), undefined);
        assert.equal(body.sampling_rate, rate);
      }),
    );
  });

  it('names what is not valid', () => {
    assert.equal(evalFaults(draft).size, 0);
    assert.equal(evalFaults({ ...draft, latencyMs: '', runCost: '' }).size, 0);
    const bad = {
      ...draft,
      latencyMs: '0',
      runCost: '-1',
      share: '100.1',
      leastTokens: '1.5',
      dailyCost: '',
      delay: '86401',
      environments: 'x'.repeat(129),
    };
    assert.deepEqual(
      [...evalFaults(bad).keys()],
      ['latencyMs', 'runCost', 'share', 'leastTokens', 'dailyCost', 'delay', 'environments'],
    );
    assert.ok(
      evalFaults({ ...draft, environments: Array.from({ length: 21 }, (_, nth) => nth).join() }).has('environments'),
    );
  });

  it('says what it does, and what is sent to a model', () => {
    const said = describeEvals(draft).join('\n');
    assert.match(said, /^Runs of prod, stage that end or change from now on are evaluated 60 s later\./);
    assert.match(said, /small judges 5% of them/);
    assert.match(said, /large gets the evidence/);
    assert.match(said, /at most \$2\.50 in a day of UTC/);
    const nothing = { ...draft, latency_budget: false, judge: '', investigations: '' };
    assert.deepEqual(describeEvals(nothing), ['No run is evaluated.', 'Nothing is sent to a model.']);
  });
});
