import { invalidField, withPaths } from '@svc/service-error';
import { z } from 'zod';
import type { OperationJson } from '../../result/encode-answer.js';
import { WINDOW } from '../../tool/arguments.js';
import { readWindow } from '../../tool/time-window.js';
import type { Parameters, ToolContext } from '../../tool/tool-context.js';
import { defineTool, PROJECT } from '../../tool/tool.js';
import { describe } from './describe.js';
import { follow, readInvestigation } from './follow.js';

/** Most investigations are over within twenty seconds. The official clients give up on a call after sixty. */
const DEFAULT_WAIT_SECONDS = 30;
const MAX_WAIT_SECONDS = 50;
const SUBJECTS = ['alert', 'anomaly', 'incident', 'issue', 'person', 'trace'] as const;
/** Names of our arguments by those of the operation. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  'subject.type': 'subject_type',
  'subject.ref': 'subject_ref',
  'window.start': 'start_time',
  'window.end': 'end_time',
  window: 'start_time',
};

const INPUT = {
  ...PROJECT,
  question: z.string().min(1).max(500).optional().describe('E.g. why is checkout slow since 10:00.'),
  subject_type: z.enum(SUBJECTS).optional(),
  subject_ref: z.string().min(1).max(200).optional().describe('Its ID; for an incident also its number, e.g. INC-12.'),
  ...WINDOW,
  investigation_id: z.string().max(64).optional().describe('Waits for this one instead of starting another.'),
  wait_seconds: z.int().min(0).max(MAX_WAIT_SECONDS).default(DEFAULT_WAIT_SECONDS),
};
type Given = z.output<z.ZodObject<typeof INPUT>>;

export const investigate = defineTool({
  name: 'investigate',
  title: 'Investigate the cause of a symptom',
  description:
    'Looks for the cause of a symptom by rules and not by a model: where it began, what changed, which service has errors of its own, which ' +
    'pattern is new, who is affected. Starts from a question, a subject or both, waits for about 20 seconds, and returns the conclusion with ' +
    'its level (confirmed, likely or inconclusive) and the evidence that it cites. If it is still running, call again with ' +
    'investigation_id. Without subject and times it looks at the last hour. A project can start 20 within an hour.',
  scopes: ['investigations:read', 'investigations:write'],
  isReadOnly: false,
  isDestructive: false,
  input: INPUT,
  run: async (given, context) => {
    const { investigation_id: id, wait_seconds: seconds } = given;
    const parameters = toStart(given, context.now);
    if (id !== undefined && parameters)
      throw invalidField(
        'investigation_id',
        'cannot be combined with a question, a subject or times, which start another',
      );
    const first = id === undefined ? await start(parameters, context) : await readInvestigation(id, context);
    return describe(await follow(first, seconds * 1_000, context));
  },
});

/** The parameters of a start; undefined without any. */
function toStart(given: Given, nowMs: number): Parameters | undefined {
  const { question, subject_type: type, subject_ref: ref, since, start_time: begin, end_time: end } = given;
  if ((type === undefined) !== (ref === undefined))
    throw invalidField(type === undefined ? 'subject_type' : 'subject_ref', 'is required, as the other one is given');
  const isTimed = [since, begin, end].some((time) => time !== undefined);
  if (question === undefined && type === undefined && !isTimed) return undefined;
  const window = isTimed ? readWindow(given, '1h', nowMs) : undefined;
  return {
    question: question ?? (type === undefined ? undefined : `What is the cause of this ${type}?`),
    subject: type === undefined || ref === undefined ? undefined : { type, ref },
    window: window && { start: window.start_time, end: window.end_time },
  };
}

async function start(parameters: Parameters | undefined, context: ToolContext): Promise<OperationJson> {
  if (parameters?.['question'] === undefined)
    throw invalidField('question', 'is required, unless a subject or an investigation_id is given');
  try {
    return await context.read('investigations.start', parameters);
  } catch (error) {
    throw withPaths(error, (path) => ARGUMENTS[path] ?? path);
  }
}
