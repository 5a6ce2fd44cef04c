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

/** The kind of `ai.operationId` of the AI SDK: the inner `do*` spans are the calls, the outer ones begin a run. */
export function kindOfAiSdkOperation(operation: string): StepKind {
  if (operation === 'ai.toolCall') return 'tool';
  if (operation.endsWith('.doEmbed') || operation.endsWith('.doEmbedMany')) return 'embedding';
  if (/\.do[A-Z]/.test(operation)) return operation.includes('Image') ? 'image' : 'inference';
  return operation.startsWith('ai.embed') ? 'other' : 'agent';
}
