import type { StepKind } from './ai-span.js';

/** `gen_ai.operation.name` of the conventions, and the values that instrumentations add. */
export const OPERATIONS: Readonly<Record<string, StepKind>> = {
  chat: 'inference',
  generate_content: 'inference',
  text_completion: 'inference',
  completion: 'inference',
  responses: 'inference',
  embeddings: 'embedding',
  embedding: 'embedding',
  generate_image: 'image',
  image_generation: 'image',
  image: 'image',
  invoke_agent: 'agent',
  invoke_workflow: 'workflow',
  execute_tool: 'tool',
  retrieval: 'retrieval',
  rerank: 'retrieval',
  search_memory: 'memory',
  create_memory: 'memory',
  update_memory: 'memory',
  upsert_memory: 'memory',
  delete_memory: 'memory',
  create_memory_store: 'memory',
  delete_memory_store: 'memory',
  plan: 'plan',
};

/** `openinference.span.kind`. */
export const OPENINFERENCE_KINDS: Readonly<Record<string, StepKind>> = {
  LLM: 'inference',
  EMBEDDING: 'embedding',
  CHAIN: 'workflow',
  AGENT: 'agent',
  TOOL: 'tool',
  RETRIEVER: 'retrieval',
  RERANKER: 'retrieval',
  GUARDRAIL: 'guardrail',
  EVALUATOR: 'evaluation',
};

/** `traceloop.span.kind`. */
export const TRACELOOP_KINDS: Readonly<Record<string, StepKind>> = {
  workflow: 'workflow',
  agent: 'agent',
  tool: 'tool',
};

/** `llm.request.type` of Traceloop. */
export const REQUEST_TYPES: Readonly<Record<string, StepKind>> = {
  chat: 'inference',
  completion: 'inference',
  embedding: 'embedding',
  rerank: 'retrieval',
};

/** `langfuse.observation.type`. */
export const LANGFUSE_TYPES: Readonly<Record<string, StepKind>> = {
  generation: 'inference',
  embedding: 'embedding',
  agent: 'agent',
  chain: 'workflow',
  tool: 'tool',
  retriever: 'retrieval',
  guardrail: 'guardrail',
  evaluator: 'evaluation',
};

/**
 * The kind of `ai.operationId` of the AI SDK: the inner `do*` spans are the calls. The outer spans of functions that can call tools begin a
 * run; the others only repeat what is inside.
 */
export function kindOfAiSdkOperation(operation: string): StepKind | undefined {
  if (operation === 'ai.toolCall') return 'tool';
  const [, call] = /^ai\.\w+\.do([A-Z]\w*)$/.exec(operation) ?? [];
  if (call !== undefined) return AI_SDK_CALLS.find(([name]) => call.startsWith(name))?.[1];
  return AI_SDK_RUNS.has(operation) ? 'agent' : undefined;
}

const AI_SDK_CALLS: readonly (readonly [name: string, kind: StepKind])[] = [
  ['Embed', 'embedding'],
  ['Rerank', 'retrieval'],
  ['GenerateImage', 'image'],
  ['Generate', 'inference'],
  ['Stream', 'inference'],
];
const AI_SDK_RUNS = new Set([
  'ai.generateText',
  'ai.streamText',
  'ai.generateObject',
  'ai.streamObject',
  'ai.workflowAgent.stream',
]);

/** `mcp.method.name`; other methods are kept as `other`. */
export const MCP_METHODS: Readonly<Record<string, StepKind>> = {
  'tools/call': 'tool',
};

/** Reasons for which a run stops before it is done, because it may not take more steps, by the frameworks that have such limits. */
export const STEP_LIMIT_REASONS: ReadonlySet<string> = new Set([
  'max_steps',
  'max_turns',
  'max_iterations',
  'recursion_limit',
  'GraphRecursionError',
  'MaxTurnsExceeded',
  'UsageLimitExceeded',
]);
