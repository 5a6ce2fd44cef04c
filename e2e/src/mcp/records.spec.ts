import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, ok } from '../api.js';
import { create, openProject } from '../flags/flag.js';
import { openIssues } from '../issues/scene.js';
import { newTraceId, sendSpans, spanId } from '../spans.js';
import { theService } from '../topology.js';
import { listOf, rowsOf, textOf, useTool } from './mcp.js';

const STACK = `TypeError: boom
    at charge (/srv/app/pay.js:10:5)
    at Layer.handle (/srv/app/node_modules/express/lib/layer.js:95:5)`;

describe('tools of MCP for one record', () => {
  it('get an issue with its stack, and the persons that it affects', async () => {
    const scene = await openIssues();
    const [ann, bob] = [`ann-${randomUUID()}`, `bob-${randomUUID()}`];
    await scene.send(
      { type: 'TypeError', message: 'boom', stacktrace: STACK, distinctId: ann, ago: 2_000 },
      { type: 'TypeError', message: 'boom', stacktrace: STACK, distinctId: bob, ago: 1_000 },
    );
    const { id } = await scene.issue('TypeError', 2);
    const use = (name: string, given: object) => useTool(name, { project_id: scene.project, ...given });
    const result = await use('get_issue', { issue_id: id });
    assert.match(textOf(result), /^The issue has 2 events of 2 persons, and is new\./);
    assert.deepEqual(
      rowsOf(result, 'stack').map(({ in_app: isOwn, function: name }) => [isOwn, name]),
      [
        [true, 'charge'],
        [false, 'Layer.handle'],
      ],
    );
    await eventually('both persons are known to be affected', async () => {
      const affected = await use('who_is_affected', { issue_id: id });
      return rowsOf(affected, 'persons').length === 2;
    });
    const affected = await use('who_is_affected', { issue_id: String(id).slice(0, 13) });
    assert.deepEqual(
      rowsOf(affected, 'persons')
        .map((row) => row['distinct_id'] as string)
        .toSorted(),
      [ann, bob].toSorted(),
    );
    const first = await use('who_is_affected', { issue_id: id, limit: 1 });
    const { next_cursor: cursor } = first['structuredContent']['sections']['persons'];
    const second = await use('who_is_affected', { issue_id: id, limit: 1, cursor });
    assert.deepEqual(rowsOf(second, 'persons').length, 1);
    assert.notEqual(rowsOf(second, 'persons')[0]?.['distinct_id'], rowsOf(first, 'persons')[0]?.['distinct_id']);
  });

  it('explain why a flag is on for one person and off for another', async () => {
    const conditions = [{ type: 'person', key: 'plan', operator: 'eq', value: 'pro' }];
    const scene = await openProject();
    const flag = await create(scene, { filters: { groups: [{ conditions }] } });
    const explain = (plan: string) =>
      useTool('explain_flag', {
        project_id: scene.project,
        flag_key: flag['key'],
        distinct_id: 'ann',
        person_properties: { plan },
      });
    const [on, off] = [await explain('pro'), await explain('free')];
    assert.match(textOf(on), /^The flag is on for the person\./);
    assert.match(textOf(off), /^The flag is off for the person\./);
    assert.ok(rowsOf(on, 'decision')[0]?.['explanation'], textOf(on));
    assert.equal(rowsOf(off, 'flag')[0]?.['key'], flag['key']);
  });

  it('get the run of an agent with its steps', async () => {
    const project = await defaultProjectId();
    const traceId = newTraceId();
    const agent = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'support' };
    const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' };
    await sendSpans(traceId, [
      { id: 2, service: 'agents', from: 0, to: 9_000, attributes: agent },
      { id: 3, parent: 2, service: 'agents', from: 2_000, to: 3_000, failed: true, attributes: tool },
    ]);
    await eventually('the run is assembled', async () => {
      const { status, json } = await api('GET', `/agent-runs/${traceId}?project_id=${project}`);
      return status === 200 && Number(json['run']?.['step_count']) === 2;
    });
    const result = await useTool('get_agent_run', { project_id: project, run_id: traceId });
    assert.match(
      textOf(result),
      /^The run is completed after 9000 ms, with 0 calls of models and 1 of tools, of which 1 failed\./,
    );
    assert.deepEqual(
      rowsOf(result, 'steps').map(({ span_id: id, kind }) => [id, kind]),
      [
        [spanId(2), 'agent'],
        [spanId(3), 'tool'],
      ],
    );
  });

  it('get what a session recording shows, and find it by a trace', async () => {
    const project = await defaultProjectId();
    const session = `session-${randomUUID()}`;
    const begin = Date.now() - 60_000;
    const traceId = newTraceId();
    const meta = { type: 4, timestamp: begin, data: { href: 'https://shop.example/cart', width: 800, height: 600 } };
    const snapshot = {
      type: 2,
      timestamp: begin + 1,
      data: { node: { type: 0, id: 1, childNodes: [] }, initialOffset: { top: 0, left: 0 } },
    };
    const click = { type: 3, timestamp: begin + 2_000, data: { source: 2, type: 2, id: 1, x: 1, y: 1 } };
    const chunk = {
      session_id: session,
      window_id: 'w1',
      distinct_id: `visitor-${session}`,
      seq: 0,
      sdk: 'rrweb 2.1.6',
      events: [meta, snapshot, click],
    };
    const answer = await fetch(`${theService().ingestUrl}/api/v1/replay`, {
      method: 'POST',
      headers: { 'content-encoding': 'gzip', 'x-svc-api-key': theService().apiKey },
      body: new Uint8Array(gzipSync(JSON.stringify(chunk))),
    });
    assert.equal(answer.status, 200, await answer.text());
    const attributes = { 'session.id': session };
    await sendSpans(
      traceId,
      [{ id: 1, service: 'shop', name: 'POST /pay', from: 0, to: 40, failed: true, attributes }],
      59_000,
    );
    const shown = await eventually('the recording and its trace', async () => {
      const { recordings } = await ok('GET', `/replay?project_id=${project}&distinct_id=visitor-${session}`);
      if (listOf(recordings).length === 0) return undefined;
      const result = await useTool('get_replay', { project_id: project, session_id: session });
      return rowsOf(result, 'related').length > 0 ? result : undefined;
    });
    assert.deepEqual(rowsOf(shown, 'recording')[0]?.['urls'], ['https://shop.example/cart']);
    const found = await useTool('get_replay', { project_id: project, trace_id: traceId });
    assert.match(textOf(found), /^1 recordings show the trace\./);
    assert.equal(rowsOf(found, 'recordings')[0]?.['session_id'], session);
  });
});
