import { inContainer } from './containers/docker.js';
import { startKafka } from './containers/kafka.js';
import { KafkaBroker } from './local/kafka-broker.js';
import type { KafkaForTests } from './servers.js';
import { firstAvailable, givenBy } from './source.js';

/**
 * A Kafka to test against: `SVC_TEST_KAFKA_BROKERS` (comma separated), otherwise a container, otherwise a broker started from its server
 * jars with Java 17 and Maven. A string is the reason why there is none.
 */
export function kafkaForTests(): Promise<KafkaForTests | string> {
  return firstAvailable<KafkaForTests>(
    givenBy('SVC_TEST_KAFKA_BROKERS', (brokers) => ({ brokers: brokers.split(',') })),
    inContainer(startKafka),
    () => KafkaBroker.start().catch((error: Error) => error.message),
  );
}
