import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { receiveFields, requireField } from '../../http/form-body.js';
import { readClientName } from '../../http/request.js';
import { sendJson } from '../../http/send-json.js';
import { sendOAuthError } from '../oauth-error.js';
import { DEVICE_GRANT, DeviceTokens } from './device-tokens.js';
import { DeviceService } from './device.service.js';

/** The two endpoints of RFC 8628. Clients are not registered: a client gets the rights of the user who approves it. */
@Controller('api/v1/auth/device')
export class DeviceController {
  constructor(
    private readonly device: DeviceService,
    private readonly tokens: DeviceTokens,
  ) {}

  @Post('code')
  async authorize(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await receiveFields(request);
    sendJson(reply, await this.device.authorize(request.ip, readClientName(request)));
  }

  @Post('token')
  async poll(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const fields = await receiveFields(request);
    // First: another grant type has other fields.
    if (requireField(fields, 'grant_type') !== DEVICE_GRANT) return sendOAuthError(reply, 'unsupported_grant_type');
    await this.tokens.answer(fields, request, reply);
  }
}
