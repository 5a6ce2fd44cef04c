import { JSON_TYPE } from '@svc/http';
import type { FastifyReply } from 'fastify';

/** Answers 200, or another status, with a JSON body. */
export function sendJson(reply: FastifyReply, body: object, status = 200): void {
  void reply.code(status).type(JSON_TYPE).send(JSON.stringify(body));
}
