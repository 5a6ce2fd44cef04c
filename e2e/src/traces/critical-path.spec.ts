import assert from 'node:assert/strict';
import { api, defaultProjectId, ok, type Json } from '../api.js';
import { svc } from '../cli/svc.js';
import { KIND, newTraceId, sendSpans, spanId, untilStored, type SentSpan } from '../spans.js';

describe('traces.critical_path', () => {
  let project: string;
  beforeAll(async () => {
    project = await defaultProjectId();
  });

  const sent = async (spans: readonly SentSpan[]): Promise<string> => {
    const id = newTraceId();
    await sendSpans(id, spans);
    await untilStored(project, id, spans.length);
    return id;
  };
  const readPath = (id: string): Promise<Json> => ok('GET', `/traces/${id}/critical-path?project_id=${project}`);
  const getSegments = (path: Json): unknown[] =>
    [...(path['segments'] as Json[])].map((segment) => [segment['span_id'], segment['self_time_ns']] as unknown[]);

  it('returns segments of the critical path that sum exactly to the duration', async () => {
    const id = await sent([
      { id: 1, service: 'shop', from: 0, to: 100 },
      { id: 2, parent: 1, service: 'bank', from: 10, to: 60.000001 },
      { id: 3, parent: 1, service: 'mail', from: 20, to: 30 },
      { id: 4, parent: 1, service: 'book', from: 70, to: 150 },
    ]);
    const path = await readPath(id);
    assert.deepEqual(getSegments(path), [
      [spanId(1), 10_000_000],
      [spanId(2), 50_000_001],
      [spanId(1), 9_999_999],
      [spanId(4), 30_000_000],
    ]);
    assert.deepEqual([path['duration_ns'], path['complete']] as unknown[], [100_000_000, true]);
    assert.deepEqual(
      [...(path['warnings'] as Json[])].map(({ kind }) => kind as string),
      ['clamped'],
    );
  });

  it('returns a critical path without the root, and marks it so', async () => {
    const id = await sent([
      { id: 2, parent: 1, service: 'a', from: 0, to: 10 },
      { id: 3, parent: 1, service: 'b', from: 15, to: 20, kind: KIND.server },
    ]);
    const path = await readPath(id);
    assert.deepEqual(getSegments(path), [
      [spanId(2), 10_000_000],
      [undefined, 5_000_000],
      [spanId(3), 5_000_000],
    ]);
    assert.deepEqual([path['complete'], path['missing_parents'], path['uncovered_time_ns']] as unknown[], [
      false,
      2,
      5_000_000,
    ]);
  });

  it('answers 404 for an unknown trace and 400 for an invalid ID', async () => {
    assert.equal((await api('GET', `/traces/${newTraceId()}/critical-path?project_id=${project}`)).status, 404);
    assert.equal((await api('GET', `/traces/zz/critical-path?project_id=${project}`)).status, 400);
  });

  it('prints segments and totals by svc traces critical-path', async () => {
    const id = await sent([{ id: 1, service: 'shop', name: 'POST /pay', from: 0, to: 80 }]);
    const args = ['traces', 'critical-path', id, '-o', 'table'];
    const { code, stdout } = await svc(args, { env: { SVC_PROJECT: project } });
    assert.equal(code, 0);
    assert.match(stdout, /0 ms +80 ms +100 % +shop +POST \/pay +0000000000000001/);
    assert.match(stdout, /shop +POST \/pay +1 +80 ms +100 %/);
  });
});
