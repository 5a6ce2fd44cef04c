import assert from 'node:assert/strict';
import type { Investigation } from '../../gen/api.js';
import { applyEvent, isOpen, namesOf, reasonsOf } from './apply-event.js';

const EMPTY = {
  status: 'queued',
  steps: [],
  evidence: [],
  messages: [],
  reruns: [],
  omitted: [],
} as unknown as Investigation;
const step = { check: 'onset', status: 'running', evidence_ids: [], round: 1 };
const evidence = { id: 'e1', title: 'Checkout fails', round: 1 };

describe('the events of an investigation', () => {
  it('add what was found, each once', () => {
    const events = [
      ['status', { status: 'running', round: 1 }],
      ['step', step],
      ['evidence', evidence],
      ['evidence', evidence],
      ['omission', { kind: 'logs', scopes: ['logs:read'], missing_for: 'reader' }],
      ['omission', { kind: 'logs', scopes: ['logs:read'], missing_for: 'reader' }],
      ['message', { text: 'only checkout', round: 2, at: '2026-11-01T00:00:00Z' }],
      ['conclusion', { level: 'likely', claims: [], causes: [] }],
      ['heartbeat', {}],
      ['', {}],
    ] as const;
    const after = events.reduce((state, [name, data]) => applyEvent(state, name, data), EMPTY);
    assert.equal(after.status, 'running');
    assert.deepEqual(
      after.steps.map(({ status }) => status),
      ['done'],
    );
    assert.equal(after.evidence.length, 1);
    assert.equal(after.messages.length, 1);
    assert.equal(after.omitted.length, 1);
    assert.equal(after.conclusion?.level, 'likely');
    assert.equal(EMPTY.evidence.length, 0);
  });

  it('end the steps before one that begins, and keep those that are over', () => {
    const next = { ...step, check: 'deploys' };
    const failed = { ...next, status: 'failed', reason: 'it took too long' };
    const states = [
      [step, ['running']],
      [next, ['done', 'running']],
      [failed, ['done', 'failed']],
      [step, ['done', 'failed']],
      [next, ['done', 'failed']],
    ] as const;
    let state = EMPTY;
    for (const [event, expected] of states) {
      state = applyEvent(state, 'step', event);
      assert.deepEqual(
        state.steps.map(({ status }) => status),
        expected,
      );
    }
  });

  it.each(['completed', 'failed', 'cancelled'])('leave no step running that is %s', (status) => {
    const after = applyEvent(applyEvent(EMPTY, 'step', step), 'status', { status });
    assert.equal(after.steps[0]?.status, 'done');
  });

  it('keep steps of another round apart', () => {
    const after = applyEvent(applyEvent(EMPTY, 'step', step), 'step', { ...step, round: 2 });
    assert.equal(after.steps.length, 2);
  });

  it('end with its last status', () => {
    assert.deepEqual(
      ['queued', 'running', 'completed', 'failed', 'cancelled'].map((status) => isOpen({ status })),
      [true, true, false, false, false],
    );
  });

  it('name the evidence of a hypothesis', () => {
    const { evidence: found } = applyEvent(EMPTY, 'evidence', evidence);
    assert.deepEqual(namesOf(found, ['e1', '0123456789']), ['Checkout fails', 'Evidence 01234567']);
  });

  it('are the reasons of a sentence, unless they only repeat it', () => {
    const { evidence: found } = applyEvent(EMPTY, 'evidence', evidence);
    assert.deepEqual(reasonsOf(found, { text: 'checkout fails.', evidence_ids: ['e1'] }), []);
    assert.deepEqual(reasonsOf(found, { text: 'It is bad.', evidence_ids: ['e1'] }), ['Checkout fails']);
  });
});
