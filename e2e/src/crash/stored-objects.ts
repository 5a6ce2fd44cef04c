import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CreateBucketCommand, PutObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { s3ForTests, type Topology } from '@svc/testing';

export interface StoredObject {
  readonly key: string;
  readonly size: number;
}

/** The object store of a service, seen from outside of it. */
export interface StoredObjects {
  list(prefix: string): Promise<readonly StoredObject[]>;
  put(key: string, bytes: Buffer): Promise<void>;
}

/** Objects are files whose names have a suffix, so that an object can be named like a folder of others. */
const SUFFIX = '~';

export class DirectoryObjects implements StoredObjects {
  readonly #root: string;

  constructor({ directory, kind }: Topology) {
    this.#root = path.join(directory, kind === 'standalone' ? 'state/objects' : 'objects');
  }

  /** @param prefix ends with a slash. */
  async list(prefix: string): Promise<readonly StoredObject[]> {
    const folder = path.join(this.#root, prefix);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
    const sizes = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
    return files.flatMap((file, index) => {
      const size = sizes[index]?.size;
      return size === undefined ? [] : [{ key: path.relative(this.#root, file).slice(0, -SUFFIX.length), size }];
    });
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    const file = path.join(this.#root, key) + SUFFIX;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}

/** A bucket of a server that speaks S3, read with the official client. */
export class BucketObjects implements StoredObjects {
  readonly #client: S3Client;
  readonly #bucket: string;
  /** The settings with which a service uses the bucket. */
  readonly settings: Readonly<Record<string, string>>;

  private constructor(
    url: URL,
    private readonly stopServer: () => Promise<void>,
  ) {
    const endpoint = `${url.protocol}//${url.host}`;
    const [accessKeyId, secretAccessKey] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    this.#bucket = url.pathname.slice(1);
    this.settings = {
      SVC_OBJECTS_DIRECTORY: '',
      SVC_OBJECTS_S3_BUCKET: this.#bucket,
      SVC_OBJECTS_S3_ENDPOINT: endpoint,
      SVC_OBJECTS_S3_PATH_STYLE: 'true',
      SVC_OBJECTS_S3_ACCESS_KEY_ID: accessKeyId,
      SVC_OBJECTS_S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    const credentials = { accessKeyId, secretAccessKey };
    this.#client = new S3Client({
      endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials,
      // Not every server knows the headers of checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
  }

  /** Starts a server of S3; a text is the reason why none is available. */
  static async start(): Promise<BucketObjects | string> {
    const server = await s3ForTests();
    if (typeof server === 'string') return server;
    const objects = new BucketObjects(new URL(server.url), () => server.stop());
    // A server that was given may have the bucket.
    await objects.#client.send(new CreateBucketCommand({ Bucket: objects.#bucket })).catch(() => undefined);
    return objects;
  }

  async list(prefix: string): Promise<readonly StoredObject[]> {
    const found: StoredObject[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2(
      { client: this.#client },
      { Bucket: this.#bucket, Prefix: prefix },
    ))
      for (const { Key = '', Size = 0 } of Contents) found.push({ key: Key, size: Size });
    return found;
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    await this.#client.send(new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body: bytes }));
  }

  async stop(): Promise<void> {
    this.#client.destroy();
    await this.stopServer();
  }
}
