import { eventLogConformance } from '../conformance.js';
import { dataKeyConformance } from '../sealed/data-keys.conformance.js';
import { kafkaForTests } from '@svc/test-servers';
import { skipOrFail } from '@svc/test-servers';
import { KafkaEventLog } from './kafka-event-log.js';

const kafka = await kafkaForTests();

if (typeof kafka === 'string') {
  skipOrFail('the Kafka event log', kafka);
} else {
  const open = (): Promise<KafkaEventLog> =>
    Promise.resolve(new KafkaEventLog({ brokers: kafka.brokers, partitions: 4 }));
  eventLogConformance('Kafka', () => Promise.resolve({ open, stop: () => Promise.resolve() }));
  dataKeyConformance('Kafka', () => Promise.resolve({ open, stop: () => kafka.stop() }));
}
