import type { FastifyReply } from 'fastify';

/** Redirects to an address that is a secret, or from one. */
export function redirectAway(reply: FastifyReply, url: string): void {
  void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(url, 303);
}
