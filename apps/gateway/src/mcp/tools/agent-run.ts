import { z } from 'zod';
import { nextAction } from '../result/next-actions.js';
import { pageOf } from '../tool/arguments.js';
import { milliseconds, numberOf, objectOf, pick, rowsOf, wordOf } from '../tool/rows.js';
import { defineTool, PROJECT } from '../tool/tool.js';

export const getAgentRun = defineTool({
  name: 'get_agent_run',
  title: 'Get a run of an AI agent',
  description:
    'Explains one run of an AI agent: its status and flags with their reasons, its cost by model, and its steps (calls of models and tools). ' +
    'Set span_id to see the messages of one step. The operation agent_runs.list finds runs.',
  scopes: ['agent_runs:read'],
  input: {
    ...PROJECT,
    run_id: z.string().min(1).max(256).describe('ID of the run, or of a trace that has one run.'),
    span_id: z
      .string()
      .regex(/^[0-9a-fA-F]{16}$/)
      .optional()
      .describe('Span of a step, to see its messages.'),
    ...pageOf(100),
  },
  run: async ({ run_id, span_id, limit, cursor }, context) => {
    const parameters = { run_id, span_id, cursor };
    const answer = await context.read('agent_runs.get', { ...parameters, limit });
    const { json } = answer;
    const run = objectOf(json, 'run');
    const content = objectOf(json, 'content');
    const messages = [...rowsOf(content, 'input'), ...rowsOf(content, 'output')];
    const traceIds = Array.isArray(run['trace_ids']) ? run['trace_ids'] : [];
    return {
      summary: [
        `The run is ${wordOf(run, 'status')} after ${milliseconds(numberOf(run, 'duration_ms'))}, with ${numberOf(run, 'llm_calls')} ` +
          `calls of models and ${numberOf(run, 'tool_calls')} of tools, of which ${numberOf(run, 'tool_errors')} failed.`,
      ],
      sections: [
        {
          name: 'run',
          source: 'runs of agents',
          rows: [
            {
              ...pick(run, [
                ...[
                  'run_id',
                  'agent_name',
                  'service_name',
                  'environment',
                  'release',
                  'started_at',
                  'status',
                  'error_type',
                  'error_message',
                ],
                ...[
                  'input_tokens',
                  'output_tokens',
                  'cost',
                  'models',
                  'distinct_id',
                  'input_preview',
                  'output_preview',
                ],
              ]),
              status_reason: objectOf(json, 'status_reason'),
            },
          ],
        },
        { name: 'flags', source: 'runs of agents', rows: rowsOf(json, 'flag_reasons') },
        {
          name: 'costs',
          source: 'runs of agents',
          rows: rowsOf(json, 'costs').map((row) => pick(row, ['model', 'provider', 'calls', 'cost'])),
        },
        {
          name: 'steps',
          source: 'steps of agents',
          rows: rowsOf(json, 'steps').map((row) =>
            pick(row, [
              ...[
                'span_id',
                'parent_span_id',
                'kind',
                'name',
                'offset_ms',
                'duration_ms',
                'is_error',
                'error_type',
                'error_message',
              ],
              ...['model', 'input_tokens', 'output_tokens', 'cost', 'flags'],
            ]),
          ),
          page: context.page('agent_runs.get', parameters, answer, 'steps'),
        },
        ...(span_id === undefined ? [] : [{ name: 'messages', source: 'messages of models', rows: messages }]),
      ],
      next: [nextAction('readTrace', traceIds[0])],
    };
  },
});
