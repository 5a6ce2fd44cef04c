import { createHash } from 'node:crypto';
import { Controller, Get, Inject, Param, Req, Res, type OnApplicationShutdown } from '@nestjs/common';
import { deadline } from '@svc/config';
import { CalendarFeed } from '@svc/contract';
import { entityTag, isCurrent } from '@svc/http';
import { createRpcClient } from '@svc/rpc';
import { notFound } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OPERATIONS_OPTIONS, type OperationsOptions } from '../operations/operations-options.js';

/** Other texts belong to no feed and are not looked up. */
const FILE = /^(svc_cal_[\w-]{43})\.ics$/;
const TIMEOUT_MS = deadline(10_000);
/** Calendar programs keep a feed for this long without asking again. */
const MAX_AGE_SECONDS = 300;

/**
 * Serves the shifts of a user to calendar programs. The token in the address is the only credential, and all it gives access to is the
 * feed.
 */
@Controller()
export class CalendarFeedsController implements OnApplicationShutdown {
  #client: ReturnType<typeof createRpcClient<typeof CalendarFeed>> | undefined;

  constructor(@Inject(OPERATIONS_OPTIONS) private readonly options: OperationsOptions) {}

  @Get('oncall/calendars/:file')
  async read(@Param('file') file: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const [, token] = FILE.exec(file) ?? [];
    if (token === undefined) throw notFound();
    const { content } = await this.#feeds.read({ tokenSha256: createHash('sha256').update(token).digest() });
    const etag = entityTag(content);
    void reply.headers({
      etag: `"${etag}"`,
      'cache-control': `private, max-age=${MAX_AGE_SECONDS}`,
      // The address is a secret.
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    if (isCurrent(request.headers['if-none-match'], etag)) void reply.code(304).send();
    else void reply.type('text/calendar; charset=utf-8').send(content);
  }

  onApplicationShutdown(): void {
    this.#client?.close();
  }

  get #feeds() {
    const { addresses, credentials } = this.options;
    return (this.#client ??= createRpcClient(CalendarFeed, {
      ...credentials,
      address: addresses.alerting ?? '',
      timeoutMs: TIMEOUT_MS,
    }));
  }
}
