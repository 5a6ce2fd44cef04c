export { eventually } from './eventually.js';
export { freePort, freePorts } from './free-ports.js';
export { KafkaBroker, kafkaForTests, type KafkaForTests } from './kafka-broker.js';
export { RedisServer, redisForTests, type RedisForTests } from './redis-server.js';
export { S3Server, s3ForTests, type S3ForTests } from './s3-server.js';
export { skipOrFail } from './skip.js';
export { temporaryDirectories } from './temporary-directories.js';
