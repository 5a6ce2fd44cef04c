import { Controller, Inject, Post, Req, Res, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@svc/observability';
import { LOGGER } from '@svc/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import { McpEndpoint } from '../../mcp/endpoint/mcp-endpoint.js';
import { McpGuard } from '../../mcp/endpoint/mcp-guard.js';
import { createFixtureServer } from './fixture-server.js';

/** The endpoint of the product in front of the server that the conformance suite demands. */
@Controller()
export class FixtureController implements OnApplicationShutdown {
  readonly #endpoint: McpEndpoint;

  constructor(guard: McpGuard, @Inject(PUBLIC_URL) publicUrl: PublicUrl, @Inject(LOGGER) logger: Logger) {
    this.#endpoint = new McpEndpoint(guard, publicUrl, logger, createFixtureServer);
  }

  @Post('fixture')
  handle(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#endpoint.handle(request, reply);
  }

  onApplicationShutdown(): Promise<void> {
    return this.#endpoint.close();
  }
}
