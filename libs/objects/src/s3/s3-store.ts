import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { unavailable } from '@svc/service-error';
import { checkKey, checkPrefix } from '../key.js';
import { bytesOfPieces } from '../pieces.js';
import type {
  ByteObserver,
  ByteRange,
  ObjectBody,
  ObjectInfo,
  ObjectPieces,
  ObjectSource,
  ObjectStore,
} from '../port.js';
import { CountedSource } from '../source.js';

/** Size of a part. The memory of one upload is about this size times the parts in flight; a smaller source is sent as a single request. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_IN_FLIGHT = 2;

export interface S3StoreOptions {
  readonly bucket: string;
  readonly region: string;
  /** URL of a store other than AWS, with scheme and port. */
  readonly endpoint?: string;
  /** Whether the bucket is in the path instead of the host name, which stores other than AWS usually require. */
  readonly forcePathStyle?: boolean;
  /** Credentials; if undefined, the ones that the machine provides. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Prefix of every key, so that several installations can share a bucket; ends with a slash. */
  readonly keyPrefix?: string;
}

/** Objects in a bucket of S3 or of a store with the same protocol. */
export class S3Store implements ObjectStore {
  private readonly client: S3Client;
  private readonly bucket: string;
  private readonly keyPrefix: string;

  constructor(options: S3StoreOptions) {
    this.client = new S3Client(clientConfig(options));
    this.bucket = options.bucket;
    this.keyPrefix = options.keyPrefix ?? '';
  }

  async put(key: string, source: ObjectSource): Promise<number> {
    const target = this.#target(key);
    const counted = new CountedSource(source);
    const upload = new Upload({
      client: this.client,
      params: { ...target, Body: Readable.from(counted.chunks(), { objectMode: false }) },
      partSize: PART_BYTES,
      queueSize: PARTS_IN_FLIGHT,
      leavePartsOnError: false,
    });
    try {
      await upload.done();
      return counted.bytes;
    } catch (error) {
      throw counted.blame(error);
    }
  }

  join(key: string, pieces: ObjectPieces, observe: ByteObserver): Promise<number> {
    return this.put(key, bytesOfPieces(this, pieces, observe));
  }

  async get(key: string, range?: ByteRange): Promise<ObjectBody | undefined> {
    const target = this.#target(key);
    if (range?.end !== undefined && range.end <= range.start) return this.#emptyUnlessFound(key);
    const bytes = range && { Range: `bytes=${range.start}-${range.end === undefined ? '' : range.end - 1}` };
    const found = await orAbsent(this.client.send(new GetObjectCommand({ ...target, ...bytes })));
    if (found === 'beyond the end') return this.#emptyUnlessFound(key);
    if (!found?.Body) return undefined;
    // A single request for both, so that size and content belong to the same version of the object.
    const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength ?? 0);
    const info = { key, size, lastModifiedMs: found.LastModified?.getTime() ?? 0 };
    return { info, stream: found.Body as Readable };
  }

  async head(key: string): Promise<ObjectInfo | undefined> {
    const found = await orAbsent(this.client.send(new HeadObjectCommand(this.#target(key))));
    if (!found || found === 'beyond the end') return undefined;
    return { key, size: found.ContentLength ?? 0, lastModifiedMs: found.LastModified?.getTime() ?? 0 };
  }

  async delete(key: string): Promise<void> {
    await orAbsent(this.client.send(new DeleteObjectCommand(this.#target(key))));
  }

  async *list(prefix: string): AsyncIterable<ObjectInfo> {
    checkPrefix(prefix);
    const query = { Bucket: this.bucket, Prefix: this.keyPrefix + prefix };
    try {
      for await (const page of paginateListObjectsV2({ client: this.client }, query)) {
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          const key = Key.slice(this.keyPrefix.length);
          yield { key, size: Size, lastModifiedMs: LastModified?.getTime() ?? 0 };
        }
      }
    } catch (error) {
      throw unavailable(error);
    }
  }

  async check(): Promise<void> {
    try {
      await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }));
    } catch (error) {
      throw unavailable(error);
    }
  }

  close(): Promise<void> {
    this.client.destroy();
    return Promise.resolve();
  }

  async #emptyUnlessFound(key: string): Promise<ObjectBody | undefined> {
    const info = await this.head(key);
    return info && { info, stream: Readable.from([]) };
  }

  #target(key: string): { Bucket: string; Key: string } {
    checkKey(key);
    return { Bucket: this.bucket, Key: this.keyPrefix + key };
  }
}

function clientConfig({ region, endpoint, forcePathStyle = false, credentials }: S3StoreOptions): S3ClientConfig {
  return {
    region,
    forcePathStyle,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    // The default sends checksums as trailers, which many stores other than AWS reject.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 60_000 },
  };
}

async function orAbsent<T>(answer: Promise<T>): Promise<T | 'beyond the end' | undefined> {
  try {
    return await answer;
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === 404 && (error as Error).name !== 'NoSuchBucket') return undefined;
    if (status === 416) return 'beyond the end';
    throw unavailable(error);
  }
}
