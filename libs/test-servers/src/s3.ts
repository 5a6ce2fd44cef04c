import { inContainer } from './containers/docker.js';
import { startS3 } from './containers/s3.js';
import { S3Server } from './local/s3-server.js';
import type { S3ForTests } from './servers.js';
import { firstAvailable, givenBy } from './source.js';

/**
 * An S3 to test against: `SVC_TEST_S3_URL` (`http://key:secret@host:port/bucket`), otherwise a container, otherwise a
 * server started with Java 17 and Maven. A string is the reason why no server is available.
 */
export function s3ForTests(): Promise<S3ForTests | string> {
  return firstAvailable<S3ForTests>(
    givenBy('SVC_TEST_S3_URL', (url) => ({ url })),
    inContainer(startS3),
    () => S3Server.start().catch((error: Error) => error.message),
  );
}
