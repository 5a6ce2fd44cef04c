import { Readable } from 'node:stream';
import { Controller, Get, Inject, Param, Req, Res, type OnApplicationShutdown } from '@nestjs/common';
import { deadline } from '@svc/config';
import { ExportFiles, type ExportFileHeader, type ExportFilesReadResponse } from '@svc/contract';
import { isCurrent } from '@svc/http';
import { createRpcClient } from '@svc/rpc';
import { notFound, ServiceError } from '@svc/service-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createCallerSignal } from '../http/request.js';
import { OPERATIONS_OPTIONS, type OperationsOptions } from '../operations/operations-options.js';
import { readByteRange, readIfRange } from './byte-range.js';

/** Other texts are not tokens and are not looked up. */
const TOKEN = /^[\w-]{100,1000}$/;
const TIMEOUT_MS = deadline(10_000);
/** Bytes that are read ahead for a client that reads slowly. */
const BUFFERED_BYTES = 256 * 1024;

/** Serves files of exports. The token in the address is the only credential, and all it gives access to is one file. */
@Controller()
export class ExportDownloadsController implements OnApplicationShutdown {
  #client: ReturnType<typeof createRpcClient<typeof ExportFiles>> | undefined;

  constructor(@Inject(OPERATIONS_OPTIONS) private readonly options: OperationsOptions) {}

  @Get('exports/:token')
  async download(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!TOKEN.test(token)) throw notFound();
    const signal = createCallerSignal(reply.raw, new AbortController());
    const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
    const headerOnly = request.method === 'HEAD';
    const asked = {
      token,
      headerOnly,
      ifSha256: readIfRange(typeof ifRange === 'string' ? ifRange : undefined),
      // A range has no meaning for HEAD.
      ...(headerOnly ? {} : readByteRange(range)),
    };
    const parts = (await this.#files.read(asked, { signal }))[Symbol.asyncIterator]();
    const header = toHeader(await parts.next());
    void reply.headers(describe(header));
    if (isCurrent(ifNoneMatch, header.sha256)) return end(parts, () => void reply.code(304).send());
    if (header.start >= header.end && header.partial)
      return end(parts, () => void reply.code(416).header('content-range', `bytes */${header.size}`).send());
    if (header.partial)
      void reply.code(206).header('content-range', `bytes ${header.start}-${header.end - 1n}/${header.size}`);
    void reply
      .header('content-length', String(header.end - header.start))
      .type(header.mediaType)
      .send(Readable.from(data(parts), { objectMode: false, highWaterMark: BUFFERED_BYTES }));
  }

  onApplicationShutdown(): void {
    this.#client?.close();
  }

  get #files() {
    const { addresses, credentials } = this.options;
    return (this.#client ??= createRpcClient(ExportFiles, {
      ...credentials,
      address: addresses.exports ?? '',
      timeoutMs: TIMEOUT_MS,
    }));
  }
}

type Parts = AsyncIterator<ExportFilesReadResponse>;

function toHeader({ value, done }: IteratorResult<ExportFilesReadResponse, unknown>): ExportFileHeader {
  if (done === true || value.part.case !== 'header') throw new ServiceError('internal');
  return value.part.value;
}

function describe({ filename, sha256 }: ExportFileHeader): Record<string, string> {
  return {
    etag: `"${sha256}"`,
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename="${filename}"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    // The address is a secret.
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  };
}

/** Ends the stream of the service before the answer, which needs no more of it. */
async function end(parts: Parts, answer: () => void): Promise<void> {
  await parts.return?.();
  answer();
}

/** Requests the next part only when the client has room for it. */
async function* data(parts: Parts): AsyncGenerator<Uint8Array> {
  try {
    for (let step = await parts.next(); step.done !== true; step = await parts.next())
      if (step.value.part.case === 'data') yield step.value.part.value;
  } finally {
    await parts.return?.();
  }
}
