import assert from 'node:assert/strict';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { svc } from '../cli/svc.js';
import { newTraceId, sendSpans, untilStored } from '../spans.js';

describe('traces.delete', () => {
  let project: string;
  beforeAll(async () => {
    project = await defaultProjectId();
  });

  const send = async (service: string): Promise<string> => {
    const id = newTraceId();
    await sendSpans(id, [
      { id: 1, service, from: 0, to: 100 },
      { id: 2, parent: 1, service, from: 10, to: 60 },
    ]);
    await untilStored(project, id, 2);
    return id;
  };

  it('deletes a trace with 204 without a body, and omits it from every later read', async () => {
    const service = `delete-${newTraceId()}`;
    const [id, other] = [await send(service), await send(service)];
    const answer = await api('DELETE', `/traces/${id}?project_id=${project}`);
    assert.deepEqual([answer.status, answer.text], [204, '']);
    assert.equal((await api('GET', `/traces/${id}?project_id=${project}`)).status, 404);
    const { traces } = await ok('GET', `/traces?project_id=${project}&service=${service}`);
    assert.deepEqual(
      [...(traces as Json[])].map(({ trace_id }) => trace_id as string),
      [other],
    );
    assert.equal((await api('DELETE', `/traces/${id}?project_id=${project}`)).status, 404);
  });

  it('answers 404 for an unknown trace, 400 for an invalid ID, 403 without the scope', async () => {
    assert.equal((await api('DELETE', `/traces/${newTraceId()}?project_id=${project}`)).status, 404);
    assert.equal((await api('DELETE', `/traces/nonsense?project_id=${project}`)).status, 400);
    const reader = await makeKey(['traces:read'], project);
    const id = await send(`kept-${newTraceId()}`);
    assert.equal((await api('DELETE', `/traces/${id}`, { key: reader.secret })).status, 403);
    assert.equal((await api('GET', `/traces/${id}`, { key: reader.secret })).status, 200);
  });

  it('requires --yes for svc traces delete', async () => {
    const id = await send(`cli-${newTraceId()}`);
    const env = { SVC_PROJECT: project };
    assert.equal((await svc(['traces', 'delete', id], { env })).code, 2);
    assert.equal((await svc(['traces', 'delete', id, '--yes'], { env })).code, 0);
    assert.equal((await svc(['traces', 'delete', id, '--yes'], { env })).code, 5);
  });
});
