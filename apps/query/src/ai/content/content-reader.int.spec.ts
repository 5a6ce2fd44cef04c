import assert from 'node:assert/strict';
import { stepKey } from '@svc/gen-ai';
import { callSpan, newTraceId, openRunWorld, SECOND, type RunWorld } from '../runs/runs.fixture.js';
import { ContentReader } from './content-reader.js';

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
    const reader = new ContentReader(world.store);
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
});
