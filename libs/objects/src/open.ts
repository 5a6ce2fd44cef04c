import { DirectoryStore } from './directory/directory-store.js';
import { MissingStore } from './missing-store.js';
import type { ObjectStore } from './port.js';
import type { S3StoreOptions } from './s3/s3-store.js';
import type { ObjectStoreConfig } from './settings.js';

export { DirectoryStore, MissingStore };

/**
 * Opens the store that the settings name; one that is always unavailable if they name none.
 *
 * @throws ServiceError unavailable if the directory cannot be created; Error for a bucket and a directory, or for half a credential.
 */
export async function openObjectStore(config: ObjectStoreConfig): Promise<ObjectStore> {
  const { SVC_OBJECTS_DIRECTORY: directory, SVC_OBJECTS_S3_BUCKET: bucket } = config;
  if (directory !== undefined && bucket !== undefined)
    throw new Error('SVC_OBJECTS_DIRECTORY and SVC_OBJECTS_S3_BUCKET are both set');
  if (directory !== undefined) return DirectoryStore.open({ directory });
  if (bucket === undefined) return new MissingStore();
  // The client of S3 is as large as all of a service, so it is loaded only where it is used.
  const { S3Store } = await import('./s3/s3-store.js');
  return new S3Store(toS3Options(bucket, config));
}

function toS3Options(bucket: string, config: ObjectStoreConfig): S3StoreOptions {
  const endpoint = config.SVC_OBJECTS_S3_ENDPOINT;
  const [accessKeyId, secretAccessKey] = [config.SVC_OBJECTS_S3_ACCESS_KEY_ID, config.SVC_OBJECTS_S3_SECRET_ACCESS_KEY];
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new Error('SVC_OBJECTS_S3_ACCESS_KEY_ID and SVC_OBJECTS_S3_SECRET_ACCESS_KEY belong together');
  return {
    bucket,
    region: config.SVC_OBJECTS_S3_REGION,
    forcePathStyle: config.SVC_OBJECTS_S3_PATH_STYLE,
    ...(endpoint !== undefined && { endpoint }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
  };
}
