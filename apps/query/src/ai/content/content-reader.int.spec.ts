import assert from 'node:assert/strict';
import { stepKey } from '@svc/gen-ai';
import { putAgentContent } from '@svc/objects/agent-content';
import { writeContent } from '@svc/reading/testing';
import { callSpan, newTraceId, openRunWorld, SECOND, type RunWorld } from '../runs/runs.fixture.js';

const spanIdOf = (index: number): string => String(index).padStart(16, '0');

describe('the reader of prompts and answers', () => {
  let world: RunWorld;
  beforeAll(async () => {
    world = await openRunWorld();
  });
  afterAll(() => world.stop());

  const { signal } = new AbortController();

  it('reads many steps from their spans and from log records before and after them, and of one project', async () => {
    const [traceId, startNs] = [newTraceId(), BigInt(Date.now()) * 1_000_000n - 600n * SECOND];
    const [project, stranger] = [await world.newProject(), await world.newProject()];
    const steps = Array.from({ length: 45 }, (_, index) => ({
      traceId,
      spanId: spanIdOf(index + 1),
      startNs: startNs + BigInt(index),
    }));
    const record = (index: number, delay: bigint, eventName: string, body: string) => ({
      project: project.number,
      timestamp: startNs + delay,
      idTail: spanIdOf(index + Number(delay > 0n)),
      traceId,
      spanId: spanIdOf(index),
      eventName,
      body,
    });
    await world.telemetry.logs([
      record(45, -SECOND, 'gen_ai.user.message', '{"content":"Weather?"}'),
      record(45, SECOND, 'gen_ai.choice', '{"message":{"role":"assistant","content":"Cold."}}'),
      record(44, SECOND, 'other', 'Nothing of it.'),
    ]);
    await world.telemetry.spans(
      steps
        .slice(0, 44)
        .map(({ spanId, startNs: timestamp }, index) =>
          callSpan(project.number, { traceId, spanId, timestamp }, { 'gen_ai.prompt': `Question ${index + 1}` }),
        ),
    );
    const reader = world.contents;
    const contents = await reader.ofSteps(project, steps, signal);
    assert.equal(contents.size, 45);
    const textsOf = (index: number) => {
      const content = contents.get(stepKey(traceId, spanIdOf(index)));
      return [content?.input, content?.output].map((list) => list?.map(({ parts }) => parts));
    };
    assert.deepEqual(textsOf(1), [[[{ type: 'text', text: 'Question 1' }]], []]);
    assert.deepEqual(textsOf(44), [[[{ type: 'text', text: 'Question 44' }]], []]);
    assert.deepEqual(textsOf(45), [[[{ type: 'text', text: 'Weather?' }]], [[{ type: 'text', text: 'Cold.' }]]]);
    assert.equal((await reader.ofSteps(stranger, steps, signal)).size, 0);
  });

  const textOf = (text: string) => [{ type: 'text', text }];

  it('reads what is stored apart from the span, beside what an earlier version stored in it', async () => {
    const project = await world.newProject();
    const [traceId, spanId, timestamp] = [newTraceId(), spanIdOf(1), BigInt(Date.now()) * 1_000_000n - 600n * SECOND];
    const place = { project: project.number, timestamp, traceId, spanId };
    await world.telemetry.spans([
      {
        ...callSpan(project.number, place, {
          'gen_ai.prompt.0.role': 'user',
          'gen_ai.system_instructions': 'Be kind.',
        }),
        events: [
          { name: 'other', timestamp, attributes: {} },
          { name: 'gen_ai.content.completion', timestamp, attributes: { index: '0' } },
        ],
      },
    ]);
    await writeContent(world.telemetry, [
      { ...place, content: { 'gen_ai.prompt.0.content': 'Cut' } },
      { ...place, content: { 'gen_ai.prompt.0.content': 'Cold outside?' } },
      { ...place, event: 2, content: { 'gen_ai.completion': 'Very.' } },
      { ...place, spanId: spanIdOf(2), content: { 'gen_ai.prompt': 'Of a step whose span is not here yet' } },
    ]);
    const steps = [1, 2].map((index) => ({ traceId, spanId: spanIdOf(index), startNs: timestamp }));
    const contents = await world.contents.ofSteps(project, steps, signal);
    assert.deepEqual(contents.get(stepKey(traceId, spanId)), {
      input: [
        { role: 'system', parts: textOf('Be kind.') },
        { role: 'user', parts: textOf('Cold outside?') },
      ],
      output: [{ role: 'assistant', parts: textOf('Very.') }],
    });
    assert.deepEqual(
      contents.get(stepKey(traceId, spanIdOf(2)))?.input.map(({ parts }) => parts),
      [textOf('Of a step whose span is not here yet')],
    );
  });

  it('reads large values from their objects, and leaves out those that are gone', async () => {
    const project = await world.newProject();
    const [traceId, startMs] = [newTraceId(), Date.now() - 600_000];
    const place = { traceId, spanId: spanIdOf(1), event: 0, key: 'gen_ai.prompt' };
    const owner = { projectNumber: project.number, retentionDays: 30, startMs };
    const large = 'Is it cold? '.repeat(40_000);
    const objectKey = await putAgentContent(world.objects, { ...owner, ...place }, Buffer.from(large));
    const row = { ...place, project: project.number, timestamp: BigInt(startMs) * 1_000_000n, objectKey };
    await writeContent(world.telemetry, [
      { ...row, content: { 'gen_ai.prompt': '' } },
      { ...row, content: { 'gen_ai.completion': '' }, objectKey: `${objectKey}0` },
    ]);
    const steps = [{ ...place, startNs: row.timestamp }];
    const content = (await world.contents.ofSteps(project, steps, signal)).get(stepKey(traceId, place.spanId));
    assert.deepEqual(content, { input: [{ role: 'user', parts: textOf(large) }], output: [] });
  });
});
