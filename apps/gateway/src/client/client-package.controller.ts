import { readFile } from 'node:fs/promises';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { entityTag, isCurrent } from '@svc/http';
import { notFound } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Packed by the build of the client. */
const PACKAGE = new URL('../../assets/client/cli.tgz', import.meta.url);

interface Packed {
  readonly content: Buffer;
  readonly etag: string;
}

/**
 * Serves the client of this release as a package for `npm install --global <address>/cli.tgz`. It is public, because it is needed to
 * sign in, and contains nothing of this installation.
 */
@Controller()
export class ClientPackageController {
  #packed: Promise<Packed> | undefined;

  /** Sends a validator instead of a lifetime, so that npm gets the client of a new release at once. */
  @Get('cli.tgz')
  async download(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.#packed ??= readPackage().catch((error: unknown) => {
      this.#packed = undefined;
      throw error;
    });
    const { content, etag } = await this.#packed;
    void reply.headers({ etag: `"${etag}"`, 'cache-control': 'no-cache' });
    if (isCurrent(request.headers['if-none-match'], etag)) void reply.code(304).send();
    else void reply.type('application/gzip').send(content);
  }
}

/** @throws ServiceError not_found in a service that was built without the client. */
async function readPackage(): Promise<Packed> {
  const content = await readFile(PACKAGE).catch(() => {
    throw notFound();
  });
  return { content, etag: entityTag(content) };
}
