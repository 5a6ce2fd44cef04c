import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@svc/contract';
import { toNotification } from './event-notification.js';
import { redactNotification } from './redact-notification.js';
import { plainText } from './text.js';

/** Reviewed messages: `UPDATE_GOLDEN=1` writes them. */
const GOLDEN = path.join(import.meta.dirname.replace('/dist/', '/src/'), 'golden/messages.txt');

const ALERT = {
  title: 'Checkout latency',
  severity: 'critical',
  since: '2026-03-28T23:58:00Z',
  summary: 'p95 of checkout is 2.4 s, above 1 s for 5 minutes.',
  service: 'checkout',
  environment: 'production',
  affected_persons: 120,
  affected_accounts: 1,
};
const ISSUE = {
  title: 'TypeError: x is not a function',
  culprit: 'pay (cart.ts)',
  level: 'error',
  platform: 'node',
  first_seen: '2026-03-28T20:00:00Z',
};
const CHANNEL = { channel_name: 'Ops', channel_type: 'webhook', since: '2026-03-29T00:59:00Z', reason: 'timeout' };

const EVENTS: readonly (readonly [type: string, subject: string, data: JsonObject])[] = [
  ['page', 'incident/0198c0de', { ...ALERT, level: 2 }],
  ['alert.firing', '0198c0de', ALERT],
  ['alert.acknowledged', '0198c0de', { ...ALERT, by: 'Ada', note: 'Looking. Mail ada@example.com if it gets worse.' }],
  ['alert.resolved', '0198c0de', ALERT],
  ['incident.created', '0198c0de', { ...ALERT, severity: 'warning' }],
  ['incident.acknowledged', '0198c0de', { ...ALERT, by: 'Ada' }],
  ['incident.commented', '0198c0de', { ...ALERT, by: 'Ada', note: 'Rolled back to 1.4.1.' }],
  ['incident.resolved', '0198c0de', ALERT],
  ['incident.reopened', '0198c0de', ALERT],
  ['anomaly.opened', '0198c0de', { ...ALERT, title: 'Unusually few orders', url: 'https://svc.example.com/a/1' }],
  ['anomaly.resolved', '0198c0de', { title: 'Unusually few orders' }],
  ['issue.new', '0198c0de', ISSUE],
  ['issue.regressed', '0198c0de', { ...ISSUE, release: '1.4.2' }],
  ['issue.escalating', '0198c0de', ISSUE],
  ['issue.resolved', '0198c0de', ISSUE],
  ['release.deployed', '0198c0de', { release: '1.4.2', author: 'Ada', commit: 'c0ffee', url: 'javascript:alert(1)' }],
  ['channel.unhealthy', '0198c0de', CHANNEL],
];

describe('messages of events', () => {
  // The night in which Berlin changes to summer time.
  const occurredAt = new Date('2026-03-29T01:00:00Z');
  const messages = EVENTS.map(([type, subject, data]) => {
    const event = { type, subject, data, occurredAt, projectId: 'p' };
    return redactNotification(toNotification(event, 'Shop', 'https://svc.example.com'));
  });

  it('renders messages as in the reviewed snapshot', () => {
    const rendered = messages
      .map((message) => {
        const { type, subject, status, severity } = message;
        return `== ${type}: ${subject}, ${status}, ${severity}\n${plainText(message, { timeZone: 'Europe/Berlin' })}\n`;
      })
      .join('\n');
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(GOLDEN, rendered);
    assert.equal(rendered, readFileSync(GOLDEN, 'utf8'));
  });

  it('maps the highest severity of incidents, which have numbers, to critical', () => {
    const [highest, lower] = [1, 2].map((severity) => {
      const event = { type: 'incident.created', subject: 'i', data: { title: 'Down', severity }, occurredAt };
      return toNotification({ ...event, projectId: 'p' }, 'Shop');
    });
    assert.deepEqual([highest?.severity, lower?.severity], ['critical', 'warning']);
    assert.ok(highest?.facts.some(({ label, value }) => label === 'Severity' && value === '1'));
  });

  it('names the number of an incident, and adds the ID and the address of the subject to the data', () => {
    const event = { type: 'page', subject: 'incident/0198c0de', data: { title: 'Down', number: 'INC-12' }, occurredAt };
    const { title, data } = toNotification({ ...event, projectId: 'p' }, 'Shop', 'https://svc.example.com');
    assert.equal(title, 'Page INC-12: Down');
    const url = 'https://svc.example.com/p/p/respond/incidents/0198c0de';
    assert.deepEqual(data, { id: '0198c0de', title: 'Down', number: 'INC-12', url });
  });

  it('states the event, its start, a link and the next command', () => {
    for (const { type, title, facts, url, command } of messages) {
      assert.ok(title.includes(': '), type);
      assert.ok(
        facts.some(({ label, value }) => ['Since', 'Deployed'].includes(label) && value instanceof Date),
        type,
      );
      assert.match(command ?? '', /^svc /, type);
      assert.ok(url === undefined ? type === 'release.deployed' : url.startsWith('https://svc.example.com/'), type);
    }
  });

  it('contains no detectable personal data, in the text or in the data for programs', () => {
    for (const message of messages) assert.ok(!JSON.stringify(message).includes('ada@example.com'));
  });
});
