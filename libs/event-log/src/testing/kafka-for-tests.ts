import { KafkaBroker } from './kafka-broker.js';

export interface KafkaForTests {
  readonly brokers: string[];
  /** Only where the tests started the broker themselves. */
  readonly own?: KafkaBroker;
  stop(): Promise<void>;
}

/**
 * A Kafka to test against: `SVC_TEST_KAFKA_BROKERS` (comma separated), else a broker started from its server jars with Java 17
 * and Maven. A string is the reason why there is none.
 */
export async function kafkaForTests(): Promise<KafkaForTests | string> {
  const given = process.env['SVC_TEST_KAFKA_BROKERS'];
  if (given) return { brokers: given.split(','), stop: () => Promise.resolve() };
  try {
    const own = await KafkaBroker.start();
    return { brokers: own.brokers, own, stop: () => own.stop() };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
