import { toServiceError, type ServiceError } from '@svc/service-error';
import type { FastifyReply } from 'fastify';
import { sendPage, type Page } from '../../http/html/page.js';

/**
 * Answers a refused form with a page that explains the refusal.
 *
 * @throws the error itself if it is a failure of the service.
 */
export function sendRefusal(reply: FastifyReply, error: unknown, toPage: (refusal: ServiceError) => Page): void {
  const refusal = toServiceError(error);
  const { httpStatus, retryAfterSeconds } = refusal;
  if (httpStatus >= 500) throw error;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
  sendPage(reply, toPage(refusal), httpStatus);
}
