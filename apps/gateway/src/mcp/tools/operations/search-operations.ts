import { parameterSchema, type JsonObject, type Operation } from '@svc/contract';
import { notFound } from '@svc/service-error';
import { z } from 'zod';
import type { ToolAnswer } from '../../result/tool-answer.js';
import { defineTool } from '../../tool/tool.js';
import { canRunAny, requireRunnable, runnableWith } from './runnable-operations.js';

export const searchOperations = defineTool({
  name: 'search_operations',
  title: 'Find an operation of the API',
  description:
    'Finds operations for what no tool does, such as silences, dashboards, cohorts or comments on incidents: reads and writes that the ' +
    'credential may run. With operation_id, describes the parameters of one. Run it with run_operation.',
  scopes: [],
  isVisible: canRunAny,
  input: {
    query: z.string().max(200).optional().describe('What the operation should do, in English.'),
    operation_id: z.string().max(100).optional().describe('ID of an operation whose parameters are wanted.'),
    limit: z.int().min(1).max(50).default(10),
  },
  run: ({ query = '', operation_id: id, limit }, context) => {
    if (id !== undefined) return Promise.resolve(describe(id, context.scopes));
    const words = toWords(query);
    const found = runnableWith(context.scopes)
      .map((operation) => ({ operation, score: scoreOf(operation, words) }))
      .filter(({ score }) => score > 0 || words.length === 0)
      .toSorted((a, b) => b.score - a.score || (a.operation.id < b.operation.id ? -1 : 1));
    return Promise.resolve({
      summary: [`${found.length} operations match.`],
      sections: [
        {
          name: 'operations',
          source: 'the API reference',
          isOwn: true,
          total: found.length,
          rows: found.slice(0, limit).map(({ operation }) => summarize(operation)),
        },
      ],
    });
  },
});

/** Hidden and unknown operations are the same. */
function describe(id: string, scopes: readonly string[]): ToolAnswer {
  const operation = requireRunnable(id);
  if (!runnableWith(scopes).includes(operation)) throw notFound();
  const { properties, required } = parameterSchema(operation) as {
    readonly properties: Readonly<Record<string, JsonObject>>;
    readonly required: readonly string[];
  };
  const rows = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    required: required.includes(name),
    description: description ?? '',
    schema: JSON.stringify(schema),
  }));
  return {
    summary: [`${operation.id} ${operation.agent === 'write' ? 'changes something: it needs confirm' : 'only reads'}.`],
    sections: [
      {
        name: 'operation',
        source: 'the API reference',
        isOwn: true,
        rows: [{ ...summarize(operation), description: operation.description }],
      },
      { name: 'parameters', source: 'the API reference', isOwn: true, rows },
    ],
  };
}

function summarize({ id, agent, scope = '', title, rpc, pathParameters }: Operation): JsonObject {
  const names = rpc.input.fields.map(({ name }) => name);
  const parameters = names.map((name) => (pathParameters.includes(name) ? `${name}*` : name)).join(' ');
  return { operation_id: id, kind: agent, title, scope, parameters };
}

/** Words are compared without a plural ending. */
function toWords(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => word.replace(/(?<=..)(?:es|s)$/, ''));
}

/** A word counts most in the ID, then in the title, then in the description. */
function scoreOf({ id, title, description }: Operation, words: readonly string[]): number {
  const [inId, inTitle, inDescription] = [id, title, description].map((text) => new Set(toWords(text)));
  return words.reduce((score, word) => {
    if (inId?.has(word)) return score + 4;
    if (inTitle?.has(word)) return score + 3;
    return inDescription?.has(word) ? score + 1 : score;
  }, 0);
}
