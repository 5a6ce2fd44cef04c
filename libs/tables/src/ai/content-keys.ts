/** Attributes that carry prompts, answers, or arguments and results of tools: their whole names. */
const NAMES: ReadonlySet<string> = new Set([
  // The conventions, and instrumentations that follow them.
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.system_instructions',
  'gen_ai.tool.definitions',
  'gen_ai.tool.call.arguments',
  'gen_ai.tool.call.result',
  'gen_ai.tool.args',
  'gen_ai.retrieval.query.text',
  'gen_ai.retrieval.documents',
  'gen_ai.prompt',
  'gen_ai.completion',
  'gen_ai.response.revised_prompt',
  'gen_ai.guardrail.input',
  'gen_ai.guardrail.output',
  'gen_ai.content.prompt',
  'gen_ai.content.completion',
  'gen_ai.memory.query.text',
  'gen_ai.memory.records',
  // OpenInference.
  'input.value',
  'output.value',
  'llm.function_call',
  'llm.prompt_template.template',
  'llm.prompt_template.variables',
  'reranker.query',
  'tool.parameters',
  'embedding.text',
  'embedding.vector',
  // The AI SDK.
  'ai.prompt',
  'ai.response.text',
  'ai.response.reasoning',
  'ai.response.toolCalls',
  'ai.response.object',
  'ai.response.files',
  'ai.toolCall.args',
  'ai.toolCall.result',
  'ai.request.text',
  'ai.value',
  'ai.values',
  'ai.embedding',
  'ai.embeddings',
  'ai.documents',
  'ai.ranking',
  'ai.schema',
  'ai.decision.state',
  'ai.decision.questions',
  'ai.decision.answers',
  // Traceloop.
  'traceloop.entity.input',
  'traceloop.entity.output',
  'llm.request.functions',
  'mcp.request.argument',
  'mcp.response.value',
  // Langfuse.
  'langfuse.observation.input',
  'langfuse.observation.output',
  'langfuse.trace.input',
  'langfuse.trace.output',
  'langfuse.experiment.item.expected_output',
  // Pydantic AI.
  'pydantic_ai.all_messages',
  'all_messages_events',
  'events',
  'final_result',
  'model_request_parameters',
  'tool_arguments',
  'tool_response',
]);

/** Beginnings of the names of attributes that carry a part of them each, mostly with the index of a message. */
const PREFIXES = [
  'gen_ai.prompt.variable.',
  'llm.input_messages.',
  'llm.output_messages.',
  'llm.prompts.',
  'llm.choices.',
  'llm.completions.',
  'llm.tools.',
  'llm.request.functions.',
  'ai.prompt.',
  'embedding.embeddings.',
  'retrieval.documents.',
  'reranker.input_documents.',
  'reranker.output_documents.',
  'input.documents.',
  'output.documents.',
  'traceloop.prompt.template_variables.',
];

/** `gen_ai.prompt.0.content` carries a message, while `gen_ai.prompt.name` names a prompt. */
const INDEXED = /^gen_ai\.(?:prompt|completion)\.\d+\.(?!role$|finish_reason$)/;

/** The first bytes of all these names. */
const FIRST_LETTERS = new Set([...NAMES, ...PREFIXES].map((name) => name.charCodeAt(0)));

/** Whether an attribute of a span or of an event carries prompts or answers: what a model or a tool received or returned. */
export function isContentAttribute(name: string): boolean {
  if (!FIRST_LETTERS.has(name.charCodeAt(0))) return false;
  return NAMES.has(name) || INDEXED.test(name) || PREFIXES.some((prefix) => name.startsWith(prefix));
}

/** The attributes of `attributes` that carry prompts or answers. */
export function contentKeys(attributes: Readonly<Record<string, string>>): string[] {
  return Object.keys(attributes).filter(isContentAttribute);
}

/** The beginning of the names of events that may carry prompts and answers, of both generations of the conventions. */
export const CONTENT_EVENT_PREFIX = 'gen_ai.';

/** The name of the events that carry the result of an evaluation. */
export const EVALUATION_EVENT = 'gen_ai.evaluation.result';
