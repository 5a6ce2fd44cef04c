import { eventLogConformance } from '../conformance.js';
import { kafkaForTests } from '@svc/test-servers';
import { skipOrFail } from '@svc/test-servers';
import { KafkaEventLog } from './kafka-event-log.js';

const kafka = await kafkaForTests();

if (typeof kafka === 'string') {
  skipOrFail('the Kafka event log', kafka);
} else {
  eventLogConformance('Kafka', () =>
    Promise.resolve({
      open: () => Promise.resolve(new KafkaEventLog({ brokers: kafka.brokers, partitions: 4 })),
      stop: () => kafka.stop(),
    }),
  );
}
