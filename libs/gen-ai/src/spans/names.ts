import type { FieldNames } from '../field-table.js';

/** Fields of a span that are one text, whatever the instrumentation calls its attribute. */
export const TEXT_FIELDS = [
  'provider',
  'requestModel',
  'responseModel',
  'responseId',
  'responseStatus',
  'serviceTier',
  'serverAddress',
  'conversationId',
  'personId',
  'agentName',
  'agentId',
  'agentVersion',
  'workflowName',
  'toolName',
  'toolCallId',
  'promptName',
  'promptVersion',
  'runId',
  'runStatus',
  'level',
] as const;

export type TextField = (typeof TEXT_FIELDS)[number];

/** The attributes in which an instrumentation has each field, the best first. */
type Names = FieldNames<TextField>;

/** `agent.run.*` is set by applications, which know better than their instrumentation. */
const APPLICATION: Names = { runId: ['agent.run.id'], runStatus: ['agent.run.status'] };

/** The conventions of OpenTelemetry, the current name before earlier ones. Pydantic AI, OpenLIT and the AI SDK from 7 on follow them. */
const CONVENTIONS: Names = {
  provider: ['gen_ai.provider.name', 'gen_ai.system'],
  requestModel: ['gen_ai.request.model'],
  responseModel: ['gen_ai.response.model'],
  responseId: ['gen_ai.response.id'],
  responseStatus: ['gen_ai.response.status'],
  serviceTier: [
    'openai.response.service_tier',
    'gen_ai.openai.response.service_tier',
    'gen_ai.response.service_tier',
    'anthropic.response.service_tier',
    'openai.request.service_tier',
    'gen_ai.openai.request.service_tier',
    'gen_ai.request.service_tier',
  ],
  serverAddress: ['server.address'],
  conversationId: ['gen_ai.conversation.id'],
  personId: ['user.id', 'enduser.id'],
  agentName: ['gen_ai.agent.name', 'agent_name'],
  agentId: ['gen_ai.agent.id'],
  agentVersion: ['gen_ai.agent.version'],
  workflowName: ['gen_ai.workflow.name'],
  toolName: ['gen_ai.tool.name'],
  toolCallId: ['gen_ai.tool.call.id'],
  promptName: ['gen_ai.prompt.name'],
  promptVersion: ['gen_ai.prompt.version'],
};

const OPENINFERENCE: Names = {
  provider: ['llm.provider', 'llm.system'],
  requestModel: ['llm.request.model_name'],
  responseModel: ['llm.response.model_name'],
  conversationId: ['session.id'],
  agentName: ['agent.name'],
  workflowName: ['graph.node.name', 'graph.node.id'],
  toolName: ['tool.name'],
  toolCallId: ['tool_call.id', 'tool.id'],
  promptName: ['llm.prompt_template.name', 'prompt.id'],
  promptVersion: ['llm.prompt_template.version'],
};

/** The AI SDK up to 6, and from 7 on with `LegacyOpenTelemetry`. */
const AI_SDK: Names = {
  provider: ['ai.model.provider'],
  requestModel: ['ai.model.id'],
  responseModel: ['ai.response.model'],
  responseId: ['ai.response.id'],
  conversationId: ['ai.telemetry.metadata.sessionId', 'ai.settings.context.sessionId'],
  personId: ['ai.telemetry.metadata.userId', 'ai.settings.context.userId'],
  agentName: ['ai.telemetry.functionId', 'resource.name'],
  toolName: ['ai.toolCall.name'],
  toolCallId: ['ai.toolCall.id'],
};

const TRACELOOP: Names = {
  conversationId: ['traceloop.association.properties.session_id', 'traceloop.association.properties.thread_id'],
  personId: ['traceloop.association.properties.user_id'],
  workflowName: ['traceloop.workflow.name'],
  agentVersion: ['traceloop.entity.version'],
  promptName: ['traceloop.prompt.key', 'traceloop.prompt.managed'],
  promptVersion: ['traceloop.prompt.version'],
};

const LANGFUSE: Names = {
  requestModel: ['langfuse.observation.model.name'],
  conversationId: ['langfuse.session.id'],
  personId: ['langfuse.user.id'],
  agentName: ['langfuse.trace.name'],
  agentVersion: ['langfuse.version'],
  promptName: ['langfuse.observation.prompt.name'],
  promptVersion: ['langfuse.observation.prompt.version'],
  level: ['langfuse.observation.level'],
};

const DIALECTS: readonly Names[] = [APPLICATION, CONVENTIONS, OPENINFERENCE, AI_SDK, TRACELOOP, LANGFUSE];

/**
 * The attributes of each field, those of the conventions first: an instrumentation that sets several spellings of one field means the same
 * by them.
 */
export const TEXT_NAMES: Names = Object.fromEntries(
  TEXT_FIELDS.map((field) => [field, DIALECTS.flatMap((names) => names[field] ?? [])]),
);
