import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { newTraceId, sendSpans, spanId } from '../spans.js';
import { makeProject } from '../workspace/project.js';

describe('scores of agent runs', () => {
  let project: string;
  let path: string;
  beforeAll(async () => {
    project = await defaultProjectId();
    const traceId = newTraceId();
    const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'scored' };
    await sendSpans(traceId, [{ id: 1, service: 'assistant', from: 0, to: 1_000, attributes }]);
    path = `/agent-runs/${traceId}-${spanId(1)}/scores`;
    await eventually('the run exists', async () => (await api('GET', `${path}?project_id=${project}`)).status === 200);
  });

  const add = (body: Readonly<Record<string, unknown>>, key?: string) =>
    api('POST', `${path}?project_id=${project}`, { body, ...(key !== undefined && { key }) });
  const list = async () => [...((await ok('GET', `${path}?project_id=${project}`))['scores'] as Json[])];

  it('lists no scores of a new run', async () => {
    assert.deepEqual(await list(), []);
  });

  it('keeps each score of an author, the last of which is current, and adds nothing for a retry', async () => {
    const first = await add({ label: 'good', value: 0 });
    assert.deepEqual(
      [first.status, first.json['name'], first.json['value'], first.json['source'], first.json['is_current']],
      [201, 'quality', 0, 'api', true],
    );
    const retried = await add({ label: 'good', value: 0 });
    assert.equal(retried.json['id'], first.json['id']);
    await add({ label: 'bad', comment: 'It booked\nthe wrong day.' });
    const { secret: key } = await makeKey(['agent_runs:read', 'agent_runs:write'], project);
    await add({ label: 'good', name: 'quality' }, key);
    const listed = (await list()).map((score) => [
      score['label'],
      score['value'],
      score['comment'],
      score['is_current'],
    ]);
    assert.deepEqual(listed, [
      ['good', null, '', true],
      ['bad', null, 'It booked\nthe wrong day.', true],
      ['good', 0, '', false],
    ]);
  });

  it('refuses invalid scores with 400, and names the field', async () => {
    for (const [body, field] of [
      [{}, 'label'],
      [{ label: '' }, 'label'],
      [{ label: 'x'.repeat(65) }, 'label'],
      [{ label: 'good', name: ' ' }, 'name'],
      [{ label: 'good', value: 'NaN' }, 'value'],
      [{ label: 'good', comment: 'x'.repeat(2_001) }, 'comment'],
    ] as const) {
      const { status, json } = await add(body);
      assert.equal(status, 400, JSON.stringify(body));
      assert.equal(json['details']?.[0]?.['path'], field);
    }
  });

  it('needs agent_runs:write to score, and a run of the project', async () => {
    const { secret: reader } = await makeKey(['agent_runs:read'], project);
    assert.equal((await add({ label: 'good' }, reader)).status, 403);
    const other = (await makeProject()).id;
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', { label: 'good' }],
    ] as const) {
      assert.equal((await api(method, `${path}?project_id=${other}`, body ? { body } : {})).status, 404);
      const unknown = path.replace(/[0-9a-f]{32}-/, `${newTraceId()}-`);
      assert.equal((await api(method, `${unknown}?project_id=${project}`, body ? { body } : {})).status, 404);
    }
  });
});
