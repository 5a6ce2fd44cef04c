import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, ok, type Json } from '../api.js';
import { sendLogs } from '../logs/send.js';
import { getPresent, type MovingService } from '../moving-clock/moving-service.js';
import { RULE } from './rule.js';

const INTERVAL_MS = 30_000;

export function describeRaisedAlerts(service: () => MovingService): void {
  describe('alert rules', () => {
    it('raises an alert for received telemetry, and shows it in a test of the rule', async () => {
      const { topology } = service();
      const own = `project_id=${await defaultProjectId()}`;
      const name = `rules-${randomUUID()}`;
      const agoMs = getPresent(service());
      await sendLogs(
        name,
        [1, 2, 3].map((nth) => ({ body: `failed ${nth}`, severityNumber: 17, agoMs })),
      );
      const query = { ...RULE.query, service: [name] };
      const rule = { ...RULE, query, interval: `${INTERVAL_MS / 1_000}s`, eval_delay: '0s' };
      // Records received now belong to windows that have ended once the clock has moved.
      await topology.moveClock(INTERVAL_MS);
      const tested = await eventually('the records are counted', async () => {
        const test = await ok('POST', `/alerts/rules/test?${own}`, { body: { ...rule, window: '1h' } });
        return Number(test['fired']) > 0 && test;
      });
      assert.equal((tested['series'] as Json[]).length, 1);
      const { id } = await ok('POST', `/alerts/rules?${own}`, { body: rule });
      await topology.moveClock(INTERVAL_MS);
      await eventually('the alert fires', async () => {
        const { state } = await ok('GET', `/alerts/rules/${String(id)}?${own}`);
        return state['firing'] === 1;
      });
      assert.equal((await api('DELETE', `/alerts/rules/${String(id)}?${own}`)).status, 204);
    });
  });
}
