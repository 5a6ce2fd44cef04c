import assert from 'node:assert/strict';
import type { Conclusion, Hypothesis } from '@svc/investigations';
import { scriptedEvidence } from '../testing/scripted-engine.js';
import { Visible } from './visible.js';

const TRACE = scriptedEvidence('web');
const LOG = scriptedEvidence('db', { kind: 'log_pattern', scopes: ['logs:read'] });
const hypothesis = (name: string, ...evidenceIds: string[]): Hypothesis => ({
  id: name,
  cause: { type: 'service', name },
  text: '',
  status: 'supported',
  score: 1,
  evidenceIds,
});
const HYPOTHESES = [hypothesis('web', TRACE.id), hypothesis('db', TRACE.id, LOG.id)];
const CONCLUSION: Conclusion = {
  level: 'likely',
  text: 'Web and db are broken.',
  causes: HYPOTHESES.map(({ cause }) => cause),
  claims: [
    { text: 'Web is broken.', evidenceIds: [TRACE.id] },
    { text: 'Db is broken.', evidenceIds: [TRACE.id, LOG.id] },
  ],
  reason: 'Db is far away.',
};

describe('what a reader may see of an investigation', () => {
  it('is everything with all scopes of its evidence', () => {
    const visible = new Visible([TRACE, LOG], ['logs:read', 'traces:read']);
    assert.deepEqual(visible.conclusion(CONCLUSION, HYPOTHESES, 'a-model'), CONCLUSION);
    assert.deepEqual(visible.hypotheses(HYPOTHESES), HYPOTHESES);
  });

  it('is no claim, hypothesis, cause or word of the whole that rests on hidden evidence', () => {
    const visible = new Visible([TRACE, LOG], ['traces:read']);
    assert.deepEqual(visible.missing(LOG), ['logs:read']);
    assert.deepEqual(visible.hypotheses(HYPOTHESES), [HYPOTHESES[0]]);
    assert.deepEqual(visible.conclusion(CONCLUSION, HYPOTHESES, null), {
      level: 'likely',
      claims: [CONCLUSION.claims[0]],
      causes: [{ type: 'service', name: 'web' }],
    });
  });

  it('is nothing that cites no evidence, if some is hidden', () => {
    assert.equal(new Visible([TRACE, LOG], ['traces:read']).shows([]), false);
    assert.deepEqual(new Visible([TRACE, LOG], ['traces:read']).hypotheses([hypothesis('cart')]), []);
    assert.equal(new Visible([TRACE], ['traces:read']).shows([]), true);
  });

  it('is no claim that a model has worded, if some evidence is hidden', () => {
    const visible = new Visible([TRACE, LOG], ['traces:read']);
    assert.deepEqual(visible.conclusion(CONCLUSION, HYPOTHESES, 'a-model').claims, []);
  });
});
