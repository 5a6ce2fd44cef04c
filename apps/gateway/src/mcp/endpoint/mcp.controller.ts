import { Controller, Inject, Post, Req, Res, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { LOGGER } from '@svc/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import { McpEndpoint } from './mcp-endpoint.js';
import { McpGuard } from './mcp-guard.js';
import { MCP_PATH } from './metadata.js';
import { ToolCalls } from './tool-calls.js';
import { createToolServer } from './tool-server.js';

/** The endpoint at which agents find and call tools. Other methods are 405: there are no sessions and no streams to resume. */
@Controller()
export class McpController implements OnApplicationShutdown {
  readonly #endpoint: McpEndpoint;

  constructor(
    guard: McpGuard,
    calls: ToolCalls,
    @Inject(PUBLIC_URL) publicUrl: PublicUrl,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#endpoint = new McpEndpoint(guard, publicUrl, logger, (caller) => createToolServer(calls, caller));
  }

  @Post(MCP_PATH)
  handle(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#endpoint.handle(request, reply);
  }

  onApplicationShutdown(): Promise<void> {
    return this.#endpoint.close();
  }
}
