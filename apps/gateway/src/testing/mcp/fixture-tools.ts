import { randomBytes } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequest,
  type InputRequests,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { CONTENTS } from './fixture-contents.js';

type ToolFunction = (context: ServerContext) => Promise<CallToolResult | InputRequiredResult>;

/** Signs what a client keeps between two rounds of a call, so that it cannot change it. */
export const STATES = createRequestStateCodec<{ round: number }>({ key: randomBytes(32) });

function ask(message: string, name: string, type: 'string' | 'boolean' = 'string'): InputRequest {
  const property = type === 'string' ? { type: 'string' as const } : { type: 'boolean' as const };
  const requestedSchema = { type: 'object' as const, properties: { [name]: property }, required: [name] };
  return inputRequired.elicit({ message, requestedSchema });
}
const sample = (words: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens: 100 });

const done = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });
const answers = ({ mcpReq }: ServerContext): Record<string, unknown> => mcpReq.inputResponses ?? {};
const hasAll = (context: ServerContext, requests: InputRequests): boolean =>
  Object.keys(requests).every((name) => name in answers(context));

/** A tool that needs inputs, and is done when it has all of them. */
function needs(requests: InputRequests, hasState = false): ToolFunction {
  return async (context) => {
    if (hasAll(context, requests)) return done(`state-ok ${JSON.stringify(answers(context))}`);
    const requestState = hasState ? { requestState: await STATES.mint({ round: 1 }, context) } : {};
    return inputRequired({ inputRequests: requests, ...requestState });
  };
}

/** Asks twice; the state says in which round the call is. */
async function twoRounds(context: ServerContext): Promise<CallToolResult | InputRequiredResult> {
  const round = context.mcpReq.requestState<{ round: number }>()?.round ?? 0;
  if (round === 2 && 'step2' in answers(context)) return done('both steps are done');
  if (round === 1 && 'step1' in answers(context)) {
    const step2 = ask('Step 2: What is your favorite color?', 'color');
    return inputRequired({ inputRequests: { step2 }, requestState: await STATES.mint({ round: 2 }, context) });
  }
  const step1 = ask('Step 1: What is your name?', 'name');
  return inputRequired({ inputRequests: { step1 }, requestState: await STATES.mint({ round: 1 }, context) });
}

/** Asks for what the client can do, and for nothing else. */
function whatIsPossible(context: ServerContext): Promise<CallToolResult | InputRequiredResult> {
  const envelope: Readonly<Record<string, unknown>> = context.mcpReq.envelope ?? {};
  const possible = (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as ClientCapabilities;
  const inputRequests: InputRequests = {
    ...(possible.sampling && { sampled: sample('What is the capital of France?') }),
    ...(possible.elicitation && { asked: ask('What is your name?', 'name') }),
  };
  const isDone = Object.keys(inputRequests).length === 0 || hasAll(context, inputRequests);
  return Promise.resolve(isDone ? done('nothing to ask') : inputRequired({ inputRequests }));
}

async function reportProgress({ mcpReq }: ServerContext): Promise<CallToolResult> {
  const progressToken = mcpReq._meta?.progressToken;
  for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
    const params = { progressToken: progressToken ?? '', progress, total: 100 };
    await mcpReq.notify({ method: 'notifications/progress', params });
  }
  return done('all steps are done');
}

async function log({ mcpReq }: ServerContext): Promise<CallToolResult> {
  for (const words of ['started', 'working', 'completed']) await mcpReq.log('info', words);
  return done('logged');
}

const name = { user_name: ask('What is your name?', 'name') };

/** The tools that the conformance suite calls. */
export const FIXTURE_TOOLS: Readonly<Record<string, ToolFunction>> = {
  ...Object.fromEntries(Object.entries(CONTENTS).map(([tool, content]) => [tool, () => Promise.resolve({ content })])),
  test_error_handling: () =>
    Promise.resolve({ ...done('This tool intentionally returns an error for testing'), isError: true }),
  test_tool_with_progress: reportProgress,
  test_tool_with_logging: log,
  test_logging_tool: log,
  test_missing_capability: needs({ sampled: sample('What is the capital of France?') }),
  test_streaming_elicitation: needs(name),
  test_input_required_result_elicitation: needs(name),
  test_input_required_result_sampling: needs({ capital_question: sample('What is the capital of France?') }),
  test_input_required_result_list_roots: needs({ client_roots: inputRequired.listRoots() }),
  test_input_required_result_request_state: needs({ confirm: ask('Please confirm', 'ok', 'boolean') }, true),
  test_input_required_result_multiple_inputs: needs(
    { ...name, greeting: sample('Generate a greeting'), client_roots: inputRequired.listRoots() },
    true,
  ),
  test_input_required_result_multi_round: twoRounds,
  test_input_required_result_tampered_state: needs({ confirm: ask('Please confirm', 'ok', 'boolean') }, true),
  test_input_required_result_capabilities: whatIsPossible,
};

/** The prompt of the suite that needs an input. */
export function promptInput(context: ServerContext): InputRequiredResult | undefined {
  const inputRequests = { user_context: ask('What context should the prompt use?', 'context') };
  return hasAll(context, inputRequests) ? undefined : inputRequired({ inputRequests });
}
