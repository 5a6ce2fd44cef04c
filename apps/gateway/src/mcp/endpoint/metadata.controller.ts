import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { OAUTH_OPTIONS, type OAuthOptions } from '../../auth/oauth/oauth-options.js';
import { PUBLIC_URL, type PublicUrl } from '../../http/public-url.js';
import { sendJson } from '../../http/send-json.js';
import {
  describeAuthorizationServer,
  describeResource,
  MCP_PATH,
  RESOURCE_METADATA_PATH,
  SERVER_METADATA_PATH,
} from './metadata.js';

/** Tells clients of the MCP endpoint how to authenticate. Public, because a client reads it before it has a token. */
@Controller()
export class MetadataController {
  constructor(
    @Inject(PUBLIC_URL) private readonly publicUrl: PublicUrl,
    @Inject(OAUTH_OPTIONS) private readonly oauth: OAuthOptions,
  ) {}

  @Get([RESOURCE_METADATA_PATH, `${RESOURCE_METADATA_PATH}${MCP_PATH}`])
  resource(@Res() reply: FastifyReply): void {
    sendJson(reply, describeResource(this.publicUrl()));
  }

  @Get(SERVER_METADATA_PATH)
  authorizationServer(@Res() reply: FastifyReply): void {
    sendJson(reply, describeAuthorizationServer(this.publicUrl(), this.oauth));
  }
}
