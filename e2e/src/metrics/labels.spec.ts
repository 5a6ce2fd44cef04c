import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { defaultProjectId } from '../api.js';
import { json, svc } from '../cli/svc.js';
import { ofProject, sendGauge, whenKnown } from './metric.js';

describe('the labels of a metric', () => {
  it('lists the labels that distinguish the points of a metric', async () => {
    const name = `labels/${randomUUID()}`;
    await sendGauge(name, [
      { value: 1, attributes: { method: 'GET' } },
      { value: 2, attributes: { method: 'PUT' } },
      { value: 3, attributes: { method: 'GET', route: '/a b' } },
    ]);
    const path = `/metrics/${encodeURIComponent(name)}/labels`;
    // The series and their labels are read by two statements.
    const answer = await whenKnown(
      path,
      ({ series_count, labels }) => Number(series_count) === 3 && (labels as unknown[]).length === 4,
    );
    assert.deepEqual(answer['labels'], [
      toLabel('job', 'resource', 1, 3, [['e2e', 3]]),
      toLabel('service_name', 'resource', 1, 3, [['e2e', 3]]),
      toLabel('method', 'attribute', 2, 3, [
        ['GET', 2],
        ['PUT', 1],
      ]),
      toLabel('route', 'attribute', 1, 1, [['/a b', 1]]),
    ]);
    const env = { SVC_PROJECT: await defaultProjectId() };
    assert.deepEqual(await json(['metrics', 'labels', name], { env }), answer);
    const table = await svc(['metrics', 'labels', name, '--since', '1h', '-o', 'table'], { env });
    assert.match(table.stdout, /method\s+attribute\s+2\s+3\s+GET \(2\), PUT \(1\)/);
  });

  it('returns 404 for the labels of an unknown metric', async () => {
    assert.equal((await ofProject('GET', `/metrics/${randomUUID()}/labels`)).status, 404);
  });
});

function toLabel(name: string, source: string, values: number, series: number, top: readonly [string, number][]) {
  return {
    name,
    source,
    value_count: values,
    series_count: series,
    top_values: top.map(([value, count]) => ({ value, series_count: count })),
  };
}
