import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { s3ForTests, skipOrFail } from '@svc/test-servers';
import { objectStoreConformance } from '../conformance.js';
import { S3Store, type S3StoreOptions } from './s3-store.js';

const s3 = await s3ForTests();

if (typeof s3 === 'string') {
  skipOrFail('the S3 object store', s3);
} else {
  objectStoreConformance('S3', async () => {
    const options = toOptions(s3.url, `run-${randomUUID()}/`);
    await makeBucket(options);
    return { store: new S3Store(options), stop: () => s3.stop() };
  });
}

it('rejects as unavailable while S3 does not respond', async () => {
  const store = new S3Store(toOptions('http://key:secret@127.0.0.1:1/none', ''));
  await assert.rejects(store.check(), { code: 'unavailable' });
  await assert.rejects(store.head('a'), { code: 'unavailable' });
  await assert.rejects(store.put('a', Buffer.alloc(1)), { code: 'unavailable' });
  await assert.rejects(store.list('')[Symbol.asyncIterator]().next(), { code: 'unavailable' });
  await store.close();
});

/** The bucket may already exist on a given server. */
async function makeBucket({ bucket, ...connection }: S3StoreOptions): Promise<void> {
  const client = new S3Client(connection);
  await client.send(new CreateBucketCommand({ Bucket: bucket })).catch(() => undefined);
  client.destroy();
}

function toOptions(url: string, keyPrefix: string): S3StoreOptions {
  const { protocol, host, username, password, pathname } = new URL(url);
  return {
    endpoint: `${protocol}//${host}`,
    bucket: pathname.slice(1),
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    keyPrefix,
  };
}
