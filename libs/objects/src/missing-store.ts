import { ServiceError } from '@svc/service-error';
import type { ObjectBody, ObjectInfo, ObjectStore } from './port.js';

/** The store of a service without a configured place for objects: it is empty, and nothing can be put into it. */
export class MissingStore implements ObjectStore {
  put(): Promise<number> {
    const message = 'The service has no object store; its operator names one with SVC_OBJECTS_S3_BUCKET.';
    return Promise.reject(new ServiceError('unavailable', { message }));
  }

  join(): Promise<number> {
    return this.put();
  }

  get(): Promise<ObjectBody | undefined> {
    return Promise.resolve(undefined);
  }

  head(): Promise<ObjectInfo | undefined> {
    return Promise.resolve(undefined);
  }

  delete(): Promise<void> {
    return Promise.resolve();
  }

  // oxlint-disable-next-line typescript/require-await -- The port is asynchronous.
  async *list(): AsyncGenerator<ObjectInfo> {
    yield* [];
  }

  check(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
