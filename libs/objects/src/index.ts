export * from './port.js';
export { DirectoryStore, type DirectoryStoreOptions } from './directory/directory-store.js';
export { S3Store, type S3StoreOptions } from './s3/s3-store.js';
export { deleteExpiredObjects, expiryDay } from './expiring.js';
