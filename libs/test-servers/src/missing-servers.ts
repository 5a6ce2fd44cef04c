import { findDocker } from './containers/docker.js';
import { KafkaBroker } from './local/kafka-broker.js';
import { RedisServer } from './local/redis-server.js';
import { firstAvailable, givenBy, type Source } from './source.js';

/**
 * The reason why this machine has no Kafka or no Redis to test against; undefined when it has both. Nothing is started.
 * A container is one broker, so it cannot provide several.
 */
export async function missingServers(kafkaBrokers = 1): Promise<string | undefined> {
  const kafka = await firstAvailable<object>(
    givenBy('SVC_TEST_KAFKA_BROKERS', () => ({})),
    ...(kafkaBrokers === 1 ? [findDocker] : []),
    prepared(KafkaBroker),
  );
  if (typeof kafka === 'string') return `no Kafka: ${kafka}`;
  const redis = await firstAvailable<object>(
    givenBy('SVC_TEST_REDIS_URL', () => ({})),
    findDocker,
    prepared(RedisServer),
  );
  return typeof redis === 'string' ? `no Redis: ${redis}` : undefined;
}

/** A program of this machine that can be started. */
function prepared(server: { prepare(): Promise<object> }): Source<object> {
  return () => server.prepare().catch((error: Error) => error.message);
}
