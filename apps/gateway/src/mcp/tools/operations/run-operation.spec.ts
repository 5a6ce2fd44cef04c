import assert from 'node:assert/strict';
import { create, type Message } from '@bufbuild/protobuf';
import {
  DeliveriesRedriveManyResponseSchema,
  LogsQueryResponseSchema,
  type JsonObject,
  type Operation,
} from '@svc/contract';
import { ServiceError } from '@svc/service-error';
import type { OperationRunner, OperationSender } from '../../../operations/operation-runner.js';
import { formatResult } from '../../result/format-result.js';
import { ToolContext } from '../../tool/tool-context.js';
import { runOperation } from './run-operation.js';

/** A context whose operations are answered by a function, which gets their parameters. */
function contextOf(answer: (parameters: JsonObject) => Message, projectId?: string) {
  const calls: JsonObject[] = [];
  const runner = {
    runParameters: (_operation: Operation, parameters: JsonObject) => {
      calls.push(parameters);
      return Promise.resolve(answer(parameters));
    },
  } as unknown as OperationRunner;
  return { calls, context: new ToolContext(runner, {} as OperationSender, projectId, 0) };
}

const cursorOf = (structured: Record<string, unknown>, name: string): unknown =>
  (structured['sections'] as Record<string, { next_cursor?: string }>)[name]?.next_cursor;

describe('run_operation', () => {
  it('continues after the last row that it read of a longer page', async () => {
    const { calls, context } = contextOf(({ limit }) =>
      create(LogsQueryResponseSchema, {
        logs: Array.from({ length: Number(limit) }, (_, index) => ({ logId: String(index) })),
        pagination: { nextCursor: `after ${Number(limit)}` },
      }),
    );
    const answer = await runOperation.run({ operation_id: 'logs.query', parameters: { limit: 500 } }, context);
    assert.equal(answer.sections[0]?.rows.length, 200);
    const { structuredContent } = await formatResult(answer, 20_000);
    const last = Number(calls.at(-1)?.['limit']);
    assert.ok(last <= 200, `${last}`);
    assert.equal(cursorOf(structuredContent, 'logs'), `after ${last}`);
  });

  it('keeps the cursor of a write whose answer has no rows, and does not repeat the write', async () => {
    const { calls, context } = contextOf(() =>
      create(DeliveriesRedriveManyResponseSchema, { redriven: 100, pagination: { nextCursor: 'more' } }),
    );
    const id = 'deliveries.redrive_many';
    const answer = await runOperation.run({ operation_id: id, confirm: id, parameters: { status: ['dlq'] } }, context);
    const { structuredContent } = await formatResult(answer);
    assert.equal(cursorOf(structuredContent, 'answer'), 'more');
    assert.equal(calls.length, 1);
  });

  it('refuses a project among the parameters that contradicts that of the call', async () => {
    const { calls, context } = contextOf(() => create(LogsQueryResponseSchema), 'a');
    await assert.rejects(
      runOperation.run({ operation_id: 'logs.query', project_id: 'a', parameters: { project_id: 'b' } }, context),
      (error) => error instanceof ServiceError && error.details[0]?.path === 'project_id',
    );
    assert.deepEqual(calls, []);
    await runOperation.run({ operation_id: 'logs.query', project_id: 'a', parameters: { project_id: 'a' } }, context);
    assert.equal(calls.length, 1);
  });
});
