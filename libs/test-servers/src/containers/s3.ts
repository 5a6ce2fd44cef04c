import type { S3ForTests } from '../servers.js';
import type { Containers } from './docker.js';
import { IMAGES } from './images.js';

const PORT = 9000;
const KEY = 'svc-tests';
const SECRET = 'secret-of-the-tests';

/** MinIO with its data in the container. */
export function defineS3({ GenericContainer, Wait }: Containers) {
  return new GenericContainer(IMAGES.s3)
    .withEnvironment({ MINIO_ROOT_USER: KEY, MINIO_ROOT_PASSWORD: SECRET })
    .withCommand(['server', '/data'])
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forHttp('/minio/health/ready', PORT));
}

export async function startS3(containers: Containers): Promise<S3ForTests> {
  const container = await defineS3(containers).start();
  return {
    url: `http://${KEY}:${SECRET}@${container.getHost()}:${container.getMappedPort(PORT)}/tests`,
    stop: async () => void (await container.stop()),
  };
}
