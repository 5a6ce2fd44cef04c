import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { eventually } from '@svc/testing';
import { api, defaultProjectId, makeKey, ok, type Json } from '../api.js';
import { accepted } from '../capture/capture.js';
import { json, svc } from '../cli/svc.js';
import { makePublishableKey } from '../openfeature/publishable-key.js';
import { newTraceId, sendSpans } from '../spans.js';
import { theService } from '../topology.js';

const start = Date.now() - 60_000;
const element = (id: number, tagName: string, attributes: object, ...childNodes: readonly object[]) => ({
  type: 2,
  id,
  tagName,
  attributes,
  childNodes,
});
const text = (id: number, textContent: string) => ({ type: 3, id, textContent });
const meta = (ms: number) => ({
  type: 4,
  timestamp: start + ms,
  data: { href: 'https://shop.example/cart?coupon=s3cretCoupon', width: 800, height: 600 },
});
const snapshot = (ms: number) => ({
  type: 2,
  timestamp: start + ms,
  data: {
    node: {
      type: 0,
      id: 1,
      childNodes: [
        element(2, 'h1', { class: 'title card-4111' }, text(3, 'Cart of ada@example.com')),
        element(4, 'input', { type: 'text', value: '4111 1111 1111 1111' }),
        element(5, 'script', {}, text(6, 'alert(1)')),
        element(7, 'svg', {}, element(8, 'path', { d: 'M4111 1111 1111 1111z' })),
      ],
    },
    initialOffset: { top: 0, left: 0 },
  },
});
const click = (ms: number) => ({ type: 3, timestamp: start + ms, data: { source: 2, type: 2, id: 2, x: 1, y: 1 } });

/** The elements of a list in an answer. */
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

describe('session replay', () => {
  let project: string;
  let id: string;
  beforeAll(async () => {
    project = await defaultProjectId();
  });
  beforeEach(() => {
    id = `session-${randomUUID()}`;
  });

  const send = async (more: object, { key = theService().apiKey, query = '' } = {}) => {
    const chunk = {
      session_id: id,
      window_id: 'w1',
      distinct_id: `visitor-${id}`,
      seq: 0,
      sdk: 'rrweb 2.1.6',
      ...more,
    };
    const answer = await fetch(`${theService().ingestUrl}/api/v1/replay${query}`, {
      method: 'POST',
      headers: { 'content-encoding': 'gzip', ...(query === '' && { 'x-svc-api-key': key }) },
      body: new Uint8Array(gzipSync(JSON.stringify(chunk))),
    });
    return { status: answer.status, json: (await answer.json()) as Json };
  };
  const read = (path = '', query = '') =>
    api('GET', `/replay/${encodeURIComponent(id)}${path}?project_id=${project}${query}`);
  /** The recording when all of its chunks are stored. */
  const untilStored = (chunks: number): Promise<Json> =>
    eventually('the recording is stored', async () => {
      const { status, json: details } = await read();
      return status === 200 && Number(details['recording']?.['chunk_count']) === chunks && details;
    });

  it('records, lists, shows and plays back a session without what must not be seen', async () => {
    const answer = await send({ events: [meta(0), snapshot(1), click(2_000)] });
    assert.equal(answer.status, 200);
    assert.deepEqual([answer.json['accepted'], answer.json['need_snapshot']], [3, false] as unknown as Json[]);
    await send({ seq: 1, events: [click(4_000)] });
    const details = await untilStored(2);
    assert.deepEqual([details['active_ms'], details['urls'], details['warnings']], [
      2_000,
      ['https://shop.example/cart?coupon=[REDACTED]'],
      [],
    ] as unknown as Json[]);
    const { recordings } = await ok('GET', `/replay?project_id=${project}&distinct_id=visitor-${id}`);
    assert.deepEqual(
      listOf(recordings).map((recording) => [recording['session_id'], recording['click_count']]),
      [[id, 2]] as unknown as Json[],
    );
    const page = (await read('/snapshots')).json;
    assert.deepEqual(
      listOf(page['events']).map((event) => [event['seq'], event['offset_ms'], event['event']?.['type']]),
      [
        [0, 0, 4],
        [0, 1, 2],
        [0, 2_000, 3],
        [1, 4_000, 3],
      ] as unknown as Json[],
    );
    const stored = JSON.stringify(page);
    assert.doesNotMatch(stored, /ada@|s3cretCoupon|alert\(1\)|"script"|"value":"4111/);
    assert.match(stored, /"class":"title card-4111"/);
    assert.match(stored, /"d":"M4111 1111 1111 1111z"/);
  });

  it('pages through the events from any moment, and streams all of them on the command line', async () => {
    await send({ events: [meta(0), snapshot(0), click(1_000)] });
    await send({ seq: 1, events: [meta(5_000), snapshot(5_000), click(6_000)] });
    await untilStored(2);
    const first = (await read('/snapshots', '&from_offset_ms=5500&limit=2')).json;
    assert.deepEqual(
      listOf(first['events']).map((event) => event['offset_ms']),
      [5_000, 5_000] as unknown as Json[],
    );
    const cursor = String(first['pagination']?.['next_cursor']);
    const second = (await read('/snapshots', `&from_offset_ms=5500&limit=2&cursor=${cursor}`)).json;
    assert.deepEqual(
      listOf(second['events']).map((event) => event['offset_ms']),
      [6_000] as unknown as Json[],
    );
    const foreign = await read('/snapshots', `&limit=2&cursor=${cursor}`);
    assert.deepEqual([foreign.status, foreign.json['error']], [400, 'InvalidArgument'] as unknown as Json[]);

    const lines = (await svc(['replay', 'snapshots', id, '--project', project])).stdout.trim().split('\n');
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as Json)['event']?.['type']),
      [4, 2, 3, 4, 2, 3] as unknown as Json[],
    );
    const shown = await json(['replay', 'get', id, '--project', project]);
    assert.equal((shown['recording'] as Json)['event_count'], 6);
  });

  it('leads from a recording to what happened in it, and from a trace, an issue and a person to the recording', async () => {
    await send({ events: [meta(0), snapshot(0), click(10_000)] });
    await untilStored(1);
    const traceId = newTraceId();
    await sendSpans(traceId, [{ id: 1, service: 'shop', from: 0, to: 50, attributes: { 'session.id': id } }]);
    const event = { event: 'paid', distinct_id: `visitor-${id}`, session_id: id };
    const exception = {
      ...event,
      event: '$exception',
      properties: { $exception_type: 'TypeError', $exception_message: id },
    };
    await accepted(event, exception);
    const kinds = await eventually('everything is related', async () => {
      const { entries } = (await read('/related')).json;
      const found = new Set(listOf(entries).map((entry) => String(entry['entry']?.['kind'])));
      return ['event', 'error', 'trace'].every((kind) => found.has(kind)) && found;
    });
    assert.ok(!kinds.has('log'));
    assert.deepEqual((await read('/related')).json['omitted'], []);
    const { secret } = await makeKey(['replay:read'], project);
    const bare = await ok('GET', `/replay/${id}/related?project_id=${project}`, { key: secret });
    assert.deepEqual(bare['omitted'], ['agent_runs:read'], 'replay:read alone does not read runs of agents');
    const { matches } = await ok('GET', `/replay-for-trace/${traceId}?project_id=${project}`);
    assert.deepEqual(
      listOf(matches).map((match) => [match['recording']?.['session_id'], match['match']]),
      [[id, 'exact']] as unknown as Json[],
    );
    const correlated = await ok('GET', `/search/correlate/${traceId}?project_id=${project}&include=recordings`);
    assert.deepEqual(
      listOf(correlated['recordings']).map((recording) => [recording['session_id'], recording['reason']]),
      [[id, 'session']] as unknown as Json[],
    );
    const timeline = `/persons/${encodeURIComponent(`visitor-${id}`)}/timeline?project_id=${project}&kinds=replay`;
    await eventually('the person has the recording', async () => {
      const { status, json: page } = await api('GET', timeline);
      return status === 200 && listOf(page['entries'])[0]?.['ref']?.['id'] === (id as unknown as Json);
    });
    await eventually('the issue has the recording', async () => {
      const { issues } = await ok('GET', `/issues?project_id=${project}&q=${id}`);
      const issue = listOf(issues)[0];
      if (!issue) return false;
      const { recordings } = await ok('GET', `/issues/${String(issue['id'])}?project_id=${project}`);
      return listOf(recordings).some((recording) => recording['session_id'] === (id as unknown as Json));
    });
    const shown = await json(['replay', 'for-trace', traceId, '--project', project]);
    assert.equal(shown['explanation'], 'The trace names the session.');
  });

  it('takes beacons with a publishable key, which cannot read what it sent', async () => {
    const key = await makePublishableKey(project, ['analytics:write']);
    assert.equal((await send({ events: [meta(0), snapshot(0)] }, { query: `?key=${key}` })).status, 200);
    await untilStored(1);
    assert.equal((await api('GET', `/replay/${id}`, { key })).status, 403);
    const reader = await makeKey(['replay:read'], project);
    assert.equal((await api('GET', `/replay/${id}`, { key: reader.secret })).status, 200);
    assert.equal((await api('DELETE', `/replay/${id}`, { key: reader.secret })).status, 403);
  });

  it('deletes a recording for good, and refuses its late chunks', async () => {
    await send({ events: [meta(0), snapshot(0)] });
    await untilStored(1);
    const refused = await svc(['replay', 'delete', id, '--project', project]);
    assert.notEqual(refused.code, 0, 'without --yes');
    assert.equal((await svc(['replay', 'delete', id, '--project', project, '--yes'])).code, 0);
    for (const path of ['', '/snapshots']) assert.equal((await read(path)).status, 404);
    await eventually('ingestion knows of the deletion', async () => {
      const late = await send({ seq: 1, events: [click(1_000)] });
      return String(late.json['closed']) === 'deleted';
    });
  });

  it('deletes the recordings of a person who is erased', async () => {
    await send({ events: [meta(0), snapshot(0)] });
    await untilStored(1);
    const event = { event: 'seen', distinct_id: `visitor-${id}` };
    await fetch(`${theService().ingestUrl}/api/v1/capture`, {
      method: 'POST',
      headers: { 'x-svc-api-key': theService().apiKey },
      body: JSON.stringify({ events: [event] }),
    });
    const person = `/persons/${encodeURIComponent(`visitor-${id}`)}?project_id=${project}`;
    await eventually('the person is known', async () => (await api('GET', person)).status === 200);
    await ok('DELETE', person);
    await eventually('the recording is gone', async () => (await read()).status === 404);
  });

  it('counts recorded sessions in the usage of the month', async () => {
    const sessions = async () => Number((await ok('GET', `/usage?project_id=${project}`))['replay_sessions']);
    const before = await sessions();
    await send({ events: [meta(0), snapshot(0)] });
    await send({ seq: 1, events: [click(10)] });
    assert.equal(await sessions(), before + 1);
  });
});
