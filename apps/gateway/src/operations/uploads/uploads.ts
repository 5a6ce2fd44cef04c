import { Readable } from 'node:stream';
import { create, type Message } from '@bufbuild/protobuf';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { deadline } from '@svc/config';
import {
  Sourcemaps,
  Symbols,
  SymbolFileSchema,
  SymbolsUploadResponseSchema,
  SymbolUploads,
  type SymbolFile,
  type SymbolsUploadAndroidRequest,
} from '@svc/contract';
import { linger } from '@svc/http';
import { createRpcClient, type CallOptions } from '@svc/rpc';
import { ServiceError } from '@svc/service-error';
import type { FastifyRequest } from 'fastify';
import type { OperationCall } from '../operation-call.js';
import { OPERATIONS_OPTIONS, type OperationsOptions } from '../operations-options.js';
import { cutIntoParts } from './body-parts.js';
import { readContentRange } from './content-range.js';
import { UploadPlaces } from './upload-places.js';

/** The answer to a request with a streamed body. */
export interface UploadAnswer {
  readonly status: number;
  readonly message: Message;
}

const PART_TIMEOUT_MS = deadline(30_000);
/** A file of the largest size is read in a minute; others may be queued before it. */
const COMPLETE_TIMEOUT_MS = deadline(240_000);
const UPLOAD_KEY = 'upload-key';

/** Hands the bodies of uploads on in parts, so that a file is never in the memory of this process. */
@Injectable()
export class Uploads implements OnApplicationShutdown {
  readonly #places = new UploadPlaces();
  #client: ReturnType<typeof createRpcClient<typeof SymbolUploads>> | undefined;

  constructor(@Inject(OPERATIONS_OPTIONS) private readonly options: OperationsOptions) {}

  /**
   * @throws ServiceError of the request, or of the service that receives the file. The rest of a refused body is
   * received for a while.
   */
  async receive(request: FastifyRequest, call: OperationCall): Promise<UploadAnswer> {
    try {
      checkMediaType(request, call.operation.streamedBody ?? '');
      const projectId = call.options.context?.project?.id ?? '';
      return await this.#places.run(projectId, () => this.#receive(request, call));
    } catch (error) {
      linger(request.raw);
      throw error;
    }
  }

  onApplicationShutdown(): void {
    this.#client?.close();
  }

  async #receive(request: FastifyRequest, { operation, message, options }: OperationCall): Promise<UploadAnswer> {
    const isSourceMap = operation.service === Sourcemaps;
    const range = readContentRange(request.headers['content-range']);
    const key = readKey(request);
    if (range && key === '') throw invalidKey('is required with Content-Range');
    const declared = request.headers['content-length'];
    const size = range?.total ?? (declared === undefined ? undefined : Number(declared));
    // A source map is sent as a JSON text, whose fields are read where its content is.
    const { release, dist, filename } = isSourceMap
      ? NO_NAMES
      : toNames(operation.rpc === Symbols.method.uploadIos, message);
    const kind = isSourceMap ? 'sourcemap' : operation.rpc === Symbols.method.uploadIos ? 'macho' : 'proguard';
    const begin = { kind, key, release, dist, filename, ...(size !== undefined && { size: BigInt(size) }) };
    const state = await this.#uploads.begin(begin, { ...options, timeoutMs: PART_TIMEOUT_MS });
    if (state.symbolFiles.length > 0) {
      linger(request.raw);
      return toAnswer(isSourceMap, 200, state.symbolFiles, state.received);
    }
    if (range && !range.part) return toAnswer(isSourceMap, 202, [], state.received);
    const end = await this.#append(request, state.uploadId, range?.part?.start ?? 0, options);
    if (range?.part && end < range.part.end)
      throw new ServiceError('invalid_request', { message: 'The body is shorter than Content-Range says.' });
    if (range && end < range.total) return toAnswer(isSourceMap, 202, [], BigInt(end));
    const complete = { uploadId: state.uploadId, size: BigInt(range?.total ?? end) };
    const { symbolFiles, isNew } = await this.#uploads.complete(complete, {
      ...options,
      timeoutMs: COMPLETE_TIMEOUT_MS,
    });
    return toAnswer(isSourceMap, isNew ? 201 : 200, symbolFiles, complete.size);
  }

  /** @returns the end of the body in the file, or the number of bytes received before if that is greater. */
  async #append(request: FastifyRequest, uploadId: string, start: number, options: CallOptions): Promise<number> {
    const { body } = request;
    let [at, received] = [start, start];
    if (!(body instanceof Readable)) return received;
    try {
      for await (const data of cutIntoParts(body)) {
        const state = await this.#uploads.append(
          { uploadId, offset: BigInt(at), data },
          { ...options, timeoutMs: PART_TIMEOUT_MS },
        );
        at += data.length;
        received = Number(state.received);
      }
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      // The sender has left; the received bytes stay until it continues.
      throw new ServiceError('invalid_request', { message: 'The body ended early.', cause: error });
    }
    return received;
  }

  get #uploads() {
    const { addresses, credentials } = this.options;
    return (this.#client ??= createRpcClient(SymbolUploads, {
      ...credentials,
      address: addresses.query ?? '',
      timeoutMs: PART_TIMEOUT_MS,
    }));
  }
}

const NO_NAMES = { release: '', dist: '', filename: '' };

function toNames(isApple: boolean, message: Message) {
  // Both requests have the same fields.
  const { release, dist, filename } = message as SymbolsUploadAndroidRequest;
  return { release, dist, filename: filename || (isApple ? 'symbols' : 'mapping.txt') };
}

function toAnswer(isSourceMap: boolean, status: number, files: readonly SymbolFile[], received: bigint): UploadAnswer {
  if (!isSourceMap) {
    const message = create(SymbolsUploadResponseSchema, { symbolFiles: [...files], received });
    return { status, message };
  }
  const [file] = files;
  if (status !== 202 && !file) throw new Error('A source map has become no file');
  return { status, message: create(SymbolFileSchema, file ?? { received }) };
}

function readKey({ headers }: FastifyRequest): string {
  const key = headers[UPLOAD_KEY];
  if (key === undefined) return '';
  if (typeof key === 'string' && /^[0-9a-f]{64}$/.test(key)) return key;
  throw invalidKey('must be the SHA-256 of the file in 64 lower-case hexadecimal digits');
}

function invalidKey(reason: string): ServiceError {
  const details = [{ path: UPLOAD_KEY, reason }];
  return new ServiceError('invalid_request', { message: `${UPLOAD_KEY}: ${reason}`, details });
}

function checkMediaType({ headers }: FastifyRequest, expected: string): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isQuestion = headers['content-length'] === '0' || headers['content-length'] === undefined;
  if (encoding.toLowerCase() === 'identity' && (type === expected || (type === '' && isQuestion))) return;
  throw new ServiceError('unsupported_media_type', { message: `The body must be ${expected}, not compressed.` });
}
