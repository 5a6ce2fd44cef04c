import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { api, makeKey, ok, type Json } from '../api.js';
import { json, svc } from '../cli/svc.js';
import type { MovingService } from '../moving-clock/moving-service.js';
import { makeProject } from '../workspace/project.js';
import { provokeAnomaly } from './scene.js';

export function describeFindings(service: () => MovingService): void {
  describe('anomalies', () => {
    let project: string;
    let query: string;
    let finding: Json;
    beforeAll(async () => {
      project = (await makeProject()).id;
      query = `project_id=${project}`;
      finding = await provokeAnomaly(project, 'checkout', service().topology);
    });
    const path = (action = '') => `/anomalies/${String(finding['id'])}${action}?${query}`;

    it('finds anomalies in telemetry that deviates from the last hours', () => {
      const { detector, signal, direction, severity, status, baseline, observed, expected } = finding;
      assert.deepEqual(
        { detector, signal, direction, severity, status, baseline, observed, expected },
        {
          detector: 'log_volume',
          signal: 'logs',
          direction: 'up',
          severity: 'critical',
          status: 'open',
          baseline: 'hours',
          observed: 200,
          expected: 10,
        },
      );
      assert.match(String(finding['summary']), /^Unusually many log records of checkout: 200 in five minutes/);
    });

    it('lists findings by severity, signal, status and time, and shows what changed near them', async () => {
      for (const [filter, count] of [
        ['severity=critical&signal=logs&status=open', 1],
        ['severity=info,warning', 0],
        ['signal=traces', 0],
        ['status=resolved', 0],
        [`end_time=${new Date(Date.now() - 86_400_000).toISOString()}`, 0],
        [`start_time=${new Date().toISOString()}`, 1],
      ] as const) {
        const { findings, pagination } = await ok('GET', `/anomalies?${query}&${filter}`);
        assert.deepEqual([[...(findings as Json[])].length, pagination['has_more']], [count, false], filter);
      }
      const shown = await ok('GET', path());
      assert.deepEqual([shown['id'], shown['deploys']?.['items'], shown['omitted']], [finding['id'], [], []]);
    });

    it('refuses invalid filters of findings with 400', async () => {
      for (const filter of [
        'severity=high',
        'signal=sound',
        'status=new',
        'limit=0',
        'cursor=x',
        'start_time=yesterday',
        'start_time=2026-01-02T00:00:00Z&end_time=2026-01-01T00:00:00Z',
      ]) {
        const { status, json: error } = await api('GET', `/anomalies?${query}&${filter}`);
        assert.deepEqual([status, error['error']], [400, 'invalid_request'], filter);
      }
    });

    it('requires anomalies:read to read findings and anomalies:write to change them', async () => {
      const { secret: key } = await makeKey(['anomalies:read'], project);
      const seen = await ok('GET', path(), { key });
      const omitted = ['account', 'alerts', 'escalation', 'flags', 'notifications', 'projects', 'releases', 'settings'];
      assert.deepEqual([seen['omitted'], seen['setting_changes']], [omitted.map((noun) => `${noun}:read`), undefined]);
      for (const [method, action] of [
        ['POST', '/acknowledge'],
        ['POST', '/resolve'],
        ['DELETE', ''],
      ] as const)
        assert.equal((await api(method, path(action), { key, ...(method === 'POST' && { body: {} }) })).status, 403);
    });

    it('acknowledges and resolves a finding once, each with the version that was read, and deletes it', async () => {
      const stale = await api('POST', path('/acknowledge'), { body: { expected_version: 9 } });
      assert.deepEqual([stale.status, stale.json['error']], [409, 'version_conflict']);
      const acknowledged = await ok('POST', path('/acknowledge'), { body: { expected_version: 1 } });
      assert.deepEqual([acknowledged['status'], acknowledged['version']], ['acknowledged', 2]);
      const again = await api('POST', path('/acknowledge'), { body: {} });
      assert.deepEqual([again.status, again.json['error']], [409, 'state_conflict']);
      assert.equal((await ok('POST', path('/resolve'), { body: {} }))['status'], 'resolved');
      assert.equal((await api('POST', path('/resolve'), { body: {} })).status, 409);
      assert.equal((await api('DELETE', path())).status, 204);
      for (const id of [String(finding['id']), randomUUID(), 'x'])
        assert.equal((await api('GET', `/anomalies/${id}?${query}`)).status, 404);
    });

    it('offers commands for anomalies', async () => {
      const env = { SVC_PROJECT: project };
      assert.deepEqual((await json(['anomalies', 'list', '--status', 'open'], { env }))['findings'], []);
      assert.equal((await svc(['anomalies', 'get', randomUUID()], { env })).code, 5);
      assert.equal((await svc(['anomalies', 'list', '--severity', 'high'], { env })).code, 2);
    });
  });
}
