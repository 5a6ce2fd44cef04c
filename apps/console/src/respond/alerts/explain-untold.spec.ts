import assert from 'node:assert/strict';
import { explainUntold } from './explain-untold.js';

const NOW = Date.parse('2026-11-01T10:10:00Z');
const FIRED = { fired_at: '2026-11-01T10:09:00Z' };
const rule = (group_wait: string, group_by: readonly string[] = [], warnings: readonly string[] = []) => ({
  warnings,
  notify: { channels: [], escalation_policy_id: '', group_by, group_wait, group_interval: '5m', repeat_interval: '4h' },
});

describe('An alert that no notification names', () => {
  it('has no notification yet while its rule collects alerts', () => {
    assert.match(explainUntold(FIRED, rule('5m'), NOW).text, /^No notification is due yet/);
    assert.match(explainUntold({}, rule('0s'), NOW).text, /^No notification is due yet/);
    assert.match(explainUntold(FIRED, undefined, NOW).text, /^No notification is due yet/);
  });

  it('was notified together with its group once the time has passed, and the labels of the group are named', () => {
    const { text, isGrouped } = explainUntold(FIRED, rule('20s', ['team', 'environment']), NOW);
    assert.match(
      text,
      /^No notification names this alert\. Alerts of its rule with the same team, environment are told/,
    );
    assert.equal(isGrouped, true);
    assert.match(explainUntold(FIRED, rule('0s'), NOW).text, /Alerts of its rule are told together/);
  });

  it('reaches nobody if its rule says so', () => {
    assert.equal(explainUntold(FIRED, rule('0s', [], ['x']), NOW).text, 'No notification was sent. See why below.');
  });
});
