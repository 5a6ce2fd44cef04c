import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { defaultProjectId, makeKey, api, type Json } from '../api.js';
import { svc } from '../cli/svc.js';
import { firstValue, ofProject, sendGauge, whenKnown } from './metric.js';

const hasSeries = ({ series }: Json): boolean => [...(series as Json[])].length === 1;
const toPointsPath = (name: string): string => `/metrics/${name}/query?agg=sum&interval=1h`;

describe('metrics.delete', () => {
  it('deletes a metric with 204 without a body, and omits it from every later read', async () => {
    const name = `deleted.${randomUUID()}`;
    await sendGauge(name, [{ value: 1 }]);
    await whenKnown(toPointsPath(name), hasSeries);
    const answer = await ofProject('DELETE', `/metrics/${name}`);
    assert.deepEqual([answer.status, answer.text], [204, '']);
    for (const path of [toPointsPath(name), `/metrics/${name}/labels`]) {
      assert.equal((await ofProject('GET', path)).status, 404);
    }
    assert.ok(!(await ofProject('GET', '/metrics')).text.includes(name));
    assert.equal((await ofProject('DELETE', `/metrics/${name}`)).status, 404);
  });

  it('starts a deleted metric anew with the points that are sent after it, though its series were known', async () => {
    const name = `again.${randomUUID()}`;
    for (let round = 1; round <= 3; round++) {
      await sendGauge(name, [{ value: round }]);
      assert.equal(firstValue(await whenKnown(toPointsPath(name), hasSeries)), round);
      assert.equal((await ofProject('DELETE', `/metrics/${name}`)).status, 204);
    }
  });

  it('refuses to delete a metric without the scope with 403, and requires --yes for svc', async () => {
    const name = `kept.${randomUUID()}`;
    await sendGauge(name, [{ value: 1 }]);
    await whenKnown(toPointsPath(name), hasSeries);
    const project = await defaultProjectId();
    const reader = await makeKey(['metrics:read'], project);
    assert.equal((await api('DELETE', `/metrics/${name}`, { key: reader.secret })).status, 403);
    const env = { SVC_PROJECT: project };
    assert.equal((await svc(['metrics', 'delete', name], { env })).code, 2);
    assert.equal((await ofProject('GET', toPointsPath(name))).status, 200);
    assert.equal((await svc(['metrics', 'delete', name, '--yes'], { env })).code, 0);
    assert.equal((await svc(['metrics', 'delete', name, '--yes'], { env })).code, 5);
  });
});
