import assert from 'node:assert/strict';
import { api, defaultProjectId, ok, type Json } from '../api.js';
import { svc } from '../cli/svc.js';
import { newTraceId, sendSpans, untilStored } from '../spans.js';

describe('traces.stats', () => {
  let project: string;
  const id = newTraceId();
  beforeAll(async () => {
    project = await defaultProjectId();
    await sendSpans(id, [
      { id: 1, service: 'shop', from: 0, to: 100 },
      { id: 2, parent: 1, service: 'bank', from: 10, to: 60, failed: true },
      { id: 3, parent: 2, service: 'bank', from: 20, to: 50 },
    ]);
    await untilStored(project, id, 3);
  });

  it('returns counts and self times by service that sum to the whole', async () => {
    const stats = await ok('GET', `/traces/${id}/stats?project_id=${project}`);
    assert.deepEqual(
      [stats['span_count'], stats['service_count'], stats['error_count'], stats['complete'], stats['self_time_ns']].map(
        (value) => value as unknown,
      ),
      [3, 2, 1, true, 100_000_000],
    );
    assert.deepEqual(
      [...(stats['services'] as Json[])].map((group) => [group['service_name'], group['self_time_ns']] as unknown[]),
      [
        ['bank', 50_000_000],
        ['shop', 50_000_000],
      ],
    );
    assert.equal([...(stats['operations'] as Json[])].length, 3);
  });

  it('answers 404 for an unknown trace and 400 for an invalid ID', async () => {
    assert.equal((await api('GET', `/traces/${newTraceId()}/stats?project_id=${project}`)).status, 404);
    assert.equal((await api('GET', `/traces/${id}x/stats?project_id=${project}`)).status, 400);
  });

  it('prints both tables by svc traces stats', async () => {
    const { code, stdout } = await svc(['traces', 'stats', id, '-o', 'table'], { env: { SVC_PROJECT: project } });
    assert.equal(code, 0);
    assert.match(stdout, /bank +2 +1 +50 ms +50 %/);
    assert.match(stdout, /shop +operation 1 +1 +0 +50 ms/);
  });
});
