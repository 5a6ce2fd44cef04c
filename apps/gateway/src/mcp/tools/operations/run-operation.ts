import type { JsonObject, JsonValue, Operation } from '@svc/contract';
import { invalidField } from '@svc/service-error';
import { z } from 'zod';
import type { OperationJson } from '../../result/encode-answer.js';
import type { Page, Section } from '../../result/tool-answer.js';
import { readCursor, type ToolContext } from '../../tool/tool-context.js';
import { defineTool, PROJECT } from '../../tool/tool.js';
import { canRunAny, requireRunnable } from './runnable-operations.js';

export const runOperation = defineTool({
  name: 'run_operation',
  title: 'Run an operation of the API',
  description:
    'Runs an operation that search_operations found, with the parameters that it describes: those of the path, the query and the body in one ' +
    'object. An operation that changes something runs only if confirm repeats its ID; ask the user first. A next_cursor goes into the ' +
    'parameters as cursor.',
  scopes: [],
  isVisible: canRunAny,
  isReadOnly: false,
  input: {
    ...PROJECT,
    operation_id: z.string().min(1).max(100).describe('Such as silences.create.'),
    parameters: z.looseObject({}).optional(),
    confirm: z
      .string()
      .max(100)
      .optional()
      .describe('The operation_id again, for an operation that changes something.'),
  },
  run: async ({ operation_id: id, parameters = {}, confirm }, context) => {
    const operation = requireRunnable(id);
    if (operation.agent === 'write' && confirm !== id)
      throw invalidField('confirm', 'must repeat operation_id, because the operation changes something');
    const given = parameters as JsonObject;
    const answer = await context.read(id, given);
    return {
      summary: [`${operation.id} ${operation.agent === 'write' ? 'is done' : 'has answered'}.`],
      sections: toSections(operation, given, answer, context),
    };
  },
});

/** The lists of an answer as tables, and everything else as one record. */
function toSections(operation: Operation, given: JsonObject, answer: OperationJson, context: ToolContext): Section[] {
  const { json, counts } = answer;
  const source = 'what the operation returned';
  const entries = Object.entries(json).filter(([name]) => name !== 'pagination');
  const lists = entries.filter((entry): entry is [string, JsonObject[]] => isTable(entry[1]));
  const rest = entries.filter(([, value]) => !isTable(value));
  const page = 'pagination' in json ? pageOf(operation, given, { answer, list: lists[0]?.[0], context }) : undefined;
  return [
    ...(rest.length > 0
      ? [
          {
            name: 'answer',
            source,
            rows: [Object.fromEntries(rest)],
            page: lists.length === 0 ? page : undefined,
          },
        ]
      : []),
    ...lists.map(([name, rows], index) => ({
      name,
      source,
      rows,
      total: counts[name],
      page: index === 0 ? page : undefined,
    })),
  ];
}

/** A read continues after the last row that is shown. A write is never repeated for that: its cursor continues after the whole page. */
function pageOf(
  operation: Operation,
  given: JsonObject,
  {
    answer,
    list,
    context,
  }: { readonly answer: OperationJson; readonly list: string | undefined; readonly context: ToolContext },
): Page {
  if (operation.agent === 'read' && list !== undefined && hasField(operation, 'limit'))
    return context.page(operation.id, given, answer, list);
  const nextCursor = readCursor(answer.json);
  return { nextCursor, length: 0, cursorAfter: () => Promise.resolve(nextCursor) };
}

function isTable(value: JsonValue): value is JsonObject[] {
  const [first] = Array.isArray(value) ? value : [];
  return typeof first === 'object' && first !== null && !Array.isArray(first);
}

function hasField({ rpc }: Operation, name: string): boolean {
  return rpc.input.fields.some((field) => field.name === name);
}
