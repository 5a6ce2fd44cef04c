import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAuditSource } from '../../audit/audit-source.js';
import { requireField, type Fields } from '../../http/form-body.js';
import { INGEST_URL, type IngestUrl } from '../../http/public-url.js';
import { sendJson } from '../../http/send-json.js';
import { sendOAuthError } from '../oauth-error.js';
import { DeviceService } from './device.service.js';

/** The grant type of RFC 8628 (3.4). */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Answers polls of clients of the device flow with their tokens, or with the reason why there are none yet. */
@Injectable()
export class DeviceTokens {
  constructor(
    private readonly device: DeviceService,
    @Inject(INGEST_URL) private readonly ingestUrl: IngestUrl,
  ) {}

  async answer(fields: Fields, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const deviceCode = requireField(fields, 'device_code');
    const answer = await this.device.poll(deviceCode, toAuditSource('auth.device_token', request));
    if ('refusal' in answer) return sendOAuthError(reply, answer.refusal);
    const ingestUrl = this.ingestUrl(request.headers.host);
    sendJson(reply, { ...answer.tokens, ...(ingestUrl !== undefined && { ingest_url: ingestUrl }) });
  }
}
