export { eventually } from './eventually.js';
export { KafkaBroker } from './kafka-broker.js';
export { kafkaForTests, type KafkaForTests } from './kafka-for-tests.js';
export { skipAloud } from './skip.js';
