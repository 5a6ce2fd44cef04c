export { KafkaBroker, kafkaForTests, type KafkaForTests } from '@svc/test-servers';
