import { Controller, Get, Req, Res } from '@nestjs/common';
import { notFound } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { loadFile, once, sendFile, type StaticFile } from '../http/files/static-file.js';

/** Packed by the build of the client. */
const PACKAGE = new URL('../../assets/client/cli.tgz', import.meta.url);

/**
 * Serves the client of this release as a package for `npm install --global <address>/cli.tgz`. It is public, because it is needed to
 * sign in, and contains nothing of this installation.
 */
@Controller()
export class ClientPackageController {
  readonly #package = once(readPackage);

  @Get('cli.tgz')
  async download(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendFile(request, reply, await this.#package());
  }
}

/** @throws ServiceError not_found in a service that was built without the client. */
function readPackage(): Promise<StaticFile> {
  return loadFile(PACKAGE, 'application/gzip').catch(() => {
    throw notFound();
  });
}
