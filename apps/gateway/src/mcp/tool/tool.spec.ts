import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { ServiceError } from '@svc/service-error';
import { z } from 'zod';
import { formatFailure } from '../result/format-failure.js';
import type { ToolContext } from './tool-context.js';
import { defineTool } from './tool.js';

/** Nothing that a client sends holds an event loop longer. */
const MAX_MS = 20;
/** Details that an answer of the REST interface has at most. */
const MAX_DETAILS = 100;

const tool = defineTool({
  name: 'test',
  title: 'Test',
  description: 'Takes arguments.',
  scopes: [],
  input: {
    service: z.array(z.string().max(10)).max(20).optional(),
    groups: z.record(z.string(), z.string()).optional(),
    parameters: z.looseObject({}).optional(),
  },
  run: () => Promise.resolve({ summary: ['Done.'], sections: [] }),
});

/** The arguments never reach a context. */
const context = {} as ToolContext;
const refusal = async (given: object): Promise<ServiceError> => {
  try {
    await tool.run(given, context);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  return assert.fail('not refused');
};
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `name${index}`);

describe('arguments of a tool', () => {
  it.each([
    [
      'a record with many wrong values',
      { groups: Object.fromEntries(names(9_900).map((name) => [name, 1])) },
      'groups',
    ],
    ['a list with many wrong elements', { service: names(9_900).map(() => 1) }, 'service'],
  ])('are refused at once for %s, with a short answer', async (_, given, path) => {
    await refusal(given);
    const begin = performance.now();
    const error = await refusal(given);
    const elapsed = performance.now() - begin;
    assert.ok(elapsed < MAX_MS, `${elapsed} ms`);
    assert.deepEqual(error.details, [{ path, reason: 'must have at most 100 elements' }]);
  });

  it('have no more details than the REST interface answers', async () => {
    const groups = Object.fromEntries(names(100).map((name) => [name, 1]));
    const error = await refusal({ groups, service: [1], secret: 1 });
    assert.equal(error.details.length, MAX_DETAILS);
    assert.ok(JSON.stringify(formatFailure(error)).length < 32_000);
  });

  it('are named in details, but not by names that the caller chose', async () => {
    const error = await refusal({ groups: { hunter2: 1 }, service: ['a', 1], secret: 1 });
    assert.deepEqual(error.details.map(({ path }) => path).toSorted(), ['arguments', 'groups', 'service.1']);
    assert.ok(!/hunter2|secret/.test(JSON.stringify(formatFailure(error))));
  });

  it('may have objects of any content and size', async () => {
    const parameters = Object.fromEntries(names(500).map((name) => [name, 1]));
    assert.deepEqual((await tool.run({ parameters }, context)).summary, ['Done.']);
  });
});
