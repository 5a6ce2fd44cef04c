import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { filesHolding } from '@svc/columnar/testing';
import { readAgentContent } from '@svc/objects/agent-content';
import { MissingStore } from '@svc/objects/open';
import { AI_WORK_STORED_CHANNEL } from '@svc/otlp';
import { losingAnswers, openScene, type Scene } from './sink.fixture.js';

const LARGE = 'Is it cold? '.repeat(10_000);

describe('prompts and answers', () => {
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

  it('become objects if they are large, redacted; the row has the key', async () => {
    const rows = await store(1, () => scene.startSink());
    assert.deepEqual(
      rows.map(({ content }) => content),
      [{ 'gen_ai.completion': 'Very.' }, { 'gen_ai.prompt': '' }],
    );
    assert.equal(await readAgentContent(scene.objects, rows[1]?.object_key ?? '', 1e6), REDACTED);
  });

  it('are announced as AI work', async () => {
    await store(4, () => scene.startSink());
    assert.deepEqual(scene.takeAnnounced().slice(-1), [AI_WORK_STORED_CHANNEL]);
  });

  it('that are large stay in the rows while the object store takes nothing', async () => {
    const rows = await store(2, () => scene.startSink(scene.store, new MissingStore()));
    assert.deepEqual(
      rows.map(({ content, object_key: key }) => [content, key]),
      [
        [{ 'gen_ai.completion': 'Very.' }, ''],
        [{ 'gen_ai.prompt': REDACTED }, ''],
      ],
    );
  });

  it('that are large are stored once although the response of the column store is lost', async () => {
    const rows = await store(3, () => scene.startSink(losingAnswers(scene.store)));
    assert.equal(rows.length, 2);
    const keys: string[] = [];
    for await (const { key } of scene.objects.list('agent-content/3/')) keys.push(key);
    assert.deepEqual(keys, [rows[1]?.object_key]);
  });

  it('leave no secret on the disk, wherever they stand and although the project does not redact', async () => {
    const token = (place: number): string => `sk-proj-${String(place).padStart(4, 'a')}${'Zq7Xw2Lm9Rt4'.repeat(3)}`;
    const hidden = (place: number) => `Seen-${place} with api_key=${token(place)} and joe${place}@example.org`;
    const attributes = (values: Readonly<Record<string, string>>) =>
      Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));
    const [startMs, ids] = [Date.now() - 60_000, { traceId: randomBytes(16).toString('hex'), spanId: '1'.repeat(16) }];
    const time = `${startMs}000000`;
    const event = {
      name: 'gen_ai.content.prompt',
      timeUnixNano: time,
      attributes: attributes({ 'gen_ai.prompt': hidden(1) }),
    };
    const span = (values: Readonly<Record<string, string>>, events: object[] = []) => ({
      ...ids,
      name: 'chat',
      startTimeUnixNano: time,
      endTimeUnixNano: time,
      attributes: attributes(values),
      events,
    });
    const spans = [
      span({ 'gen_ai.system': 'openai' }, [event]),
      span({
        'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: hidden(2) }] }]),
      }),
      span({ 'input.value': hidden(3), 'openinference.span.kind': 'LLM' }),
      span({ 'llm.input_messages.0.message.content': hidden(4) }),
      span({ 'ai.prompt.messages': hidden(5), 'ai.response.text': hidden(6) }),
      span({ 'traceloop.entity.input': hidden(7) }),
      span({ 'langfuse.observation.output': hidden(8) }),
      span({ 'gen_ai.tool.call.arguments': JSON.stringify({ authorization: hidden(9) }) }),
    ];
    const records = [
      { eventName: 'gen_ai.user.message', body: { stringValue: hidden(10) } },
      { body: { stringValue: hidden(11) }, attributes: attributes({ 'event.name': 'gen_ai.choice' }) },
      { attributes: attributes({ 'gen_ai.output.messages': hidden(12) }) },
    ];
    await scene.stopSink();
    await scene.send('traces', 4, { resourceSpans: [{ scopeSpans: [{ spans }] }] });
    const logRecords = records.map((record) => ({ ...ids, timeUnixNano: time, ...record }));
    await scene.send('logs', 4, { resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
    await scene.startSink();
    for (const signal of ['traces', 'logs'] as const) await scene.drained(signal);
    const places = Array.from({ length: 12 }, (_, index) => index + 1);
    const found = await Promise.all(places.map((place) => filesHolding(scene.columnar, [`Seen-${place} `])));
    // The ninth is the value of a field that is named like a credential, so nothing is left of it.
    assert.deepEqual(
      places.filter((_, index) => found[index]?.length === 0),
      [9],
    );
    const secrets = places.flatMap((place) => [token(place), `joe${place}@example.org`]);
    assert.deepEqual(await filesHolding(scene.columnar, secrets), []);
  });
});
