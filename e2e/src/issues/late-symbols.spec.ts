import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import { ok, type Json } from '../api.js';
import { openIssues, type IssueScene } from './scene.js';

const MAP = JSON.stringify({
  version: 3,
  sources: ['src/pay.ts'],
  sourcesContent: ['export function pay() {\n  throw new Error();\n}'],
  names: [],
  mappings: 'AAAA',
});

describe('issues of minified code', () => {
  let scene: IssueScene;
  beforeAll(async () => {
    scene = await openIssues();
  });

  const stacktrace = 'PaymentError: declined\n    at https://shop.example/app.js:1:1';
  const upload = (release: string) =>
    ok('POST', `/sourcemaps?project_id=${scene.project}`, { body: { release, filename: '/app.js', content: MAP } });
  const find = async (release: string): Promise<Json[]> =>
    [...(await scene.list(`release=${release}`))].filter((issue) => issue['type'] === 'PaymentError');

  it('merges issues of minified code when the source map of one release arrives late, and counts every event once', async () => {
    const error = { type: 'PaymentError', message: 'declined' };
    await upload('1.0');
    await scene.send({ ...error, stacktrace, release: '1.0', ago: 4_000 });
    await eventually('the readable one is there', async () => (await find('1.0')).length === 1);
    await scene.send(
      { ...error, stacktrace, release: '2.0', ago: 3_000 },
      { ...error, stacktrace, release: '2.0', ago: 2_000 },
    );
    await eventually('the unreadable one has both events', async () => {
      const [issue] = await find('2.0');
      return Number(issue?.['figures']?.['events'] ?? 0) === 2;
    });
    const [readable] = await find('1.0');
    const [unreadable] = await find('2.0');
    assert.ok(readable && unreadable);
    assert.notEqual(readable['id'], unreadable['id']);
    assert.equal((await scene.get(unreadable['id']))['symbolication'], 'missing');

    await upload('2.0');
    await eventually('it moved', async () => (await scene.get(readable['id']))['total_events'] === 3);
    const merged = await scene.get(unreadable['id']);
    assert.deepEqual([merged['id'], merged['merged_from']], [readable['id'], unreadable['id']]);
    const path = `/issues/${String(readable['id'])}/merged-sources?project_id=${scene.project}`;
    const sources = [...((await ok('GET', path))['sources'] as Json[])];
    assert.deepEqual(
      sources.map((source) => [source['id'], source['merged_by']]),
      [[unreadable['id'], 'service']],
    );
    const issue = await scene.get(readable['id']);
    assert.equal(issue['symbolication'], 'complete');
    const exceptions = [...(issue['latest_event']['exceptions'] as Json[])];
    const frames = exceptions.flatMap((one) => [...(one['frames'] as Json[])]);
    assert.deepEqual(
      frames.map((frame) => [frame['file'], frame['line'], frame['context']?.['line']]),
      [['src/pay.ts', 1, 'export function pay() {']],
    );
    assert.equal((await find('2.0'))[0]?.['id'], readable['id']);
  });
});
