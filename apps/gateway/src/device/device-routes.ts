import type { FastifyInstance } from 'fastify';
import { readFields, requireField } from '../edge/form-body.js';
import { sendOAuthError } from '../edge/oauth-error.js';
import { occasionOf } from '../edge/occasion-of.js';
import { JSON_TYPE } from '../edge/response-headers.js';
import type { DeviceService } from './device.service.js';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';

/** The two endpoints of RFC 8628. Clients are not registered: what they get is what the person who lets them in may do. */
export function registerDevice(server: FastifyInstance, device: DeviceService): void {
  server.post('/api/v1/auth/device/code', async (request, reply) => {
    readFields(request);
    return reply.type(JSON_TYPE).send(JSON.stringify(await device.authorize(request.ip)));
  });

  server.post('/api/v1/auth/device/token', async (request, reply) => {
    const fields = readFields(request);
    const deviceCode = requireField(fields, 'device_code');
    if (requireField(fields, 'grant_type') !== GRANT_TYPE) return sendOAuthError(reply, 'unsupported_grant_type');
    const answer = await device.poll(deviceCode, occasionOf('auth.device_token', request));
    if ('refusal' in answer) return sendOAuthError(reply, answer.refusal);
    return reply.type(JSON_TYPE).send(JSON.stringify(answer.tokens));
  });
}
