import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, makeKey, ok, type Json } from '../api.js';
import { json } from '../cli/svc.js';
import { makeProject, sendLog } from './project.js';

describe('usage', () => {
  it('counts what was stored in the month, exactly, and nothing of another project', async () => {
    const [used, idle] = [await makeProject(), await makeProject()];
    const { secret } = await makeKey(['telemetry:write', 'usage:read'], used.id);
    for (let index = 0; index < 3; index += 1) assert.equal(await sendLog(secret), 200);
    const month = new Date().toISOString().slice(0, 7);
    const report = await eventually('three logs are counted', async () => {
      const answer = await ok('GET', '/usage', { key: secret });
      const logs = [...(answer['signals'] as Json[])].find((signal) => (signal['signal'] as string) === 'logs');
      return (logs?.['items'] as unknown as number) === 3 && { answer, logs };
    });
    assert.equal(report.answer['period'], month);
    assert.deepEqual([report.logs?.['requests'], report.logs?.['rejected']], [3, []]);
    assert.deepEqual((await ok('GET', `/usage?project_id=${idle.id}`))['signals'], []);
    assert.deepEqual((await ok('GET', '/usage?period=2020-02', { key: secret }))['signals'], []);
    const shown = await json(['usage', '--period', month], { env: { SVC_API_KEY: secret } });
    assert.equal(shown['period'], month);
  });

  it('refuses an invalid month', async () => {
    const { secret } = await makeKey(['usage:read'], (await makeProject()).id);
    for (const period of ['2026', '2026-13', '2026-00', '2026-1', '2026-01-01', '26-01', 'now', '9999-01']) {
      const refused = await api('GET', `/usage?period=${period}`, { key: secret });
      assert.deepEqual([refused.status, refused.json['error']], [400, 'invalid_request'], period);
    }
  });
});
