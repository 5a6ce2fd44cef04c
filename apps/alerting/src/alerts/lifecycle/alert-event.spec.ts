import assert from 'node:assert/strict';
import { alertContent, alertEvent } from './alert-event.js';
import type { AlertRow } from './alert-row.js';

const AT = new Date('2026-02-01T12:00:00Z');
const ALERT: AlertRow = {
  id: 'a1',
  projectId: 'p1',
  ruleId: 'r1',
  fingerprint: 'f1',
  name: 'HighErrorRate',
  labels: { alertname: 'HighErrorRate' },
  annotations: {},
  rule: {
    version: 1,
    incident: { autoCreate: true },
    notify: { channels: [], groupBy: [], groupWaitMs: 0, groupIntervalMs: 0, repeatIntervalMs: 0 },
  },
  inhibitionKey: '',
  groupId: null,
  value: 7.5,
  summary: 'The error rate is 7.5 %.',
  evaluatedAt: AT,
  investigation: { id: 'i1', level: 'likely', text: 'ann cannot pay.' },
  state: 'acknowledged',
  severity: 'warning',
  silencedState: null,
  silenceId: null,
  startedAt: AT,
  firedAt: AT,
  acknowledgedAt: AT,
  acknowledgedBy: 'ann',
  resolvedAt: null,
  resolvedBy: null,
  resolution: null,
  isDue: false,
  isNotified: true,
  isAnnounced: true,
};

describe('the words of an investigation', () => {
  it('stand in notifications of its alert', () => {
    assert.equal(alertContent(ALERT).summary, 'The error rate is 7.5 %. Investigation (likely): ann cannot pay.');
  });

  it('stand in no event, which incidents copy', () => {
    const actor = { type: 'user', id: 'ann' } as const;
    const { data } = alertEvent('acknowledged', { previous: ALERT, next: ALERT, transition: undefined, at: AT, actor });
    assert.ok(!JSON.stringify(data).includes('pay'));
    assert.equal((data as { readonly summary?: unknown }).summary, 'The error rate is 7.5 %.');
  });
});
