import { Controller, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAuditSource } from '../../audit/audit-source.js';
import { receiveFields, requireField } from '../../http/form-body.js';
import { INGEST_URL, type IngestUrl } from '../../http/public-url.js';
import { readClientName } from '../../http/request.js';
import { sendJson } from '../../http/send-json.js';
import { sendOAuthError } from '../oauth-error.js';
import { DeviceService } from './device.service.js';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';

/** The two endpoints of RFC 8628. Clients are not registered: a client gets the rights of the user who approves it. */
@Controller('api/v1/auth/device')
export class DeviceController {
  constructor(
    private readonly device: DeviceService,
    @Inject(INGEST_URL) private readonly ingestUrl: IngestUrl,
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
    if (requireField(fields, 'grant_type') !== GRANT_TYPE) return sendOAuthError(reply, 'unsupported_grant_type');
    const deviceCode = requireField(fields, 'device_code');
    const answer = await this.device.poll(deviceCode, toAuditSource('auth.device_token', request));
    if ('refusal' in answer) return sendOAuthError(reply, answer.refusal);
    const ingestUrl = this.ingestUrl(request.headers.host);
    sendJson(reply, { ...answer.tokens, ...(ingestUrl !== undefined && { ingest_url: ingestUrl }) });
  }
}
