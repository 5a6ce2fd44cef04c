import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { CLOCK, LOGGER, type Clock } from '@svc/runtime';
import { toServiceError } from '@svc/service-error';
import { OperationRunner } from '../../operations/operation-runner.js';
import { formatFailure } from '../result/format-failure.js';
import { formatResult, type ToolResult } from '../result/format-result.js';
import { visibleActions } from '../result/next-actions.js';
import { ToolContext } from '../tool/tool-context.js';
import { readCommonArguments } from '../tool/tool.js';
import { visibleTools } from '../tools/catalog.js';
import type { McpCaller } from './mcp-endpoint.js';
import { traceTool, type TraceMeta } from './tool-tracing.js';

/** The call of a tool by a client. */
export interface ToolCall {
  readonly name: string;
  readonly given: unknown;
  readonly meta: TraceMeta | undefined;
}

/** Runs tools for callers. */
@Injectable()
export class ToolCalls {
  constructor(
    private readonly runner: OperationRunner,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Runs a tool. A failure is a result that says what was wrong, so that a model can correct its call.
   *
   * @throws ProtocolError for a tool that does not exist or that the caller does not see, with the same message.
   */
  call({ name, given, meta }: ToolCall, { sender, headers }: McpCaller): Promise<ToolResult> {
    const visible = visibleTools(sender.credential.principal.scopes);
    const tool = visible.find((each) => each.name === name);
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'There is no such tool. tools/list has all tools of the credential.',
      );
    return traceTool(tool.name, { headers, meta }, async () => {
      try {
        const { project_id: projectId, max_tokens: maxTokens } = readCommonArguments(given);
        const context = new ToolContext(this.runner, sender, projectId, this.clock());
        const answer = await tool.run(given, context);
        const next = visibleActions(answer.next ?? [], new Set(visible.map((each) => each.name)));
        return await formatResult({ ...answer, next, omitted: context.omitted }, maxTokens);
      } catch (thrown) {
        const error = toServiceError(thrown);
        if (error.httpStatus >= 500)
          this.logger.error(
            { err: error.cause ?? error, tool: tool.name, request_id: sender.source.id },
            'tool failed',
          );
        return formatFailure(error);
      }
    });
  }
}
