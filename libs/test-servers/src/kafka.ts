import { inContainer } from './containers/docker.js';
import { startKafka } from './containers/kafka.js';
import { KafkaBroker } from './local/kafka-broker.js';
import type { KafkaForTests } from './servers.js';
import { firstAvailable, givenBy } from './source.js';

/**
 * A Kafka to test against: `SVC_TEST_KAFKA_BROKERS` (comma separated), otherwise a container, otherwise brokers started
 * from the server jars with Java 17 and Maven. A container is one broker, so it is used only for tests of a single one.
 * A string is the reason why no server is available.
 */
export function kafkaForTests(brokers = 1): Promise<KafkaForTests | string> {
  return firstAvailable<KafkaForTests>(
    givenBy('SVC_TEST_KAFKA_BROKERS', (given) => ({ brokers: given.split(',') })),
    brokers === 1 ? inContainer(startKafka) : () => Promise.resolve('a container is one broker'),
    () => startBrokers(brokers).catch((error: Error) => error.message),
  );
}

async function startBrokers(count: number): Promise<KafkaForTests> {
  const nodes = await KafkaBroker.startCluster(count);
  return {
    brokers: nodes.flatMap(({ brokers }) => brokers),
    nodes,
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  };
}
