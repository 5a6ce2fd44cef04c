import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readAgentContent } from '@svc/objects/agent-content';
import { MissingStore } from '@svc/objects/open';
import { losingAnswers, openScene, type Scene } from './sink.fixture.js';

const LARGE = 'Is it cold? '.repeat(10_000);

describe('large prompts and answers', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene(50);
  });
  afterAll(() => scene[Symbol.asyncDispose]());

  /** Sends a span with a large prompt and a short answer, and returns what is stored of it. */
  async function store(project: number, start: () => Promise<void>) {
    await scene.stopSink();
    const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    const startMs = Date.now() - 60_000;
    const span = {
      traceId: randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      name: 'chat',
      startTimeUnixNano: `${startMs}000000`,
      endTimeUnixNano: `${startMs + 5}000000`,
      attributes: [attribute('gen_ai.prompt', `${LARGE} joe@example.org`), attribute('gen_ai.completion', 'Very.')],
    };
    await scene.send('traces', project, { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    await start();
    await scene.drained('traces');
    return scene.read<{ content: Record<string, string>; object_key: string }>(
      'SELECT content, object_key FROM ai_content WHERE project_number = {project:UInt32} ORDER BY length(object_key)',
      { project },
    );
  }

  const REDACTED = `${LARGE} [REDACTED]`;

  it('become objects, redacted; the row has the key', async () => {
    const rows = await store(1, () => scene.startSink());
    assert.deepEqual(
      rows.map(({ content }) => content),
      [{ 'gen_ai.completion': 'Very.' }, { 'gen_ai.prompt': '' }],
    );
    assert.equal(await readAgentContent(scene.objects, rows[1]?.object_key ?? '', 1e6), REDACTED);
  });

  it('stay in the rows while the object store takes nothing', async () => {
    const rows = await store(2, () => scene.startSink(scene.store, new MissingStore()));
    assert.deepEqual(
      rows.map(({ content, object_key: key }) => [content, key]),
      [
        [{ 'gen_ai.completion': 'Very.' }, ''],
        [{ 'gen_ai.prompt': REDACTED }, ''],
      ],
    );
  });

  it('are stored once although the response of the column store is lost', async () => {
    const rows = await store(3, () => scene.startSink(losingAnswers(scene.store)));
    assert.equal(rows.length, 2);
    const keys: string[] = [];
    for await (const { key } of scene.objects.list('agent-content/3/')) keys.push(key);
    assert.deepEqual(keys, [rows[1]?.object_key]);
  });
});
