export { keep } from '../../../scripts/user-cache.mjs';
export { createTestAuthority, type CertificateFiles, type TestAuthority } from './certificates.js';
export { clickHouseForTests } from './clickhouse.js';
export { cpuBudget, threadMs } from './cpu-budget.js';
export { eventually, PATIENCE_MS, waitAtMost } from './eventually.js';
export { freePort, freePorts } from './free-ports.js';
export { kafkaForTests } from './kafka.js';
export { KafkaBroker } from './local/kafka-broker.js';
export { serverJars } from './local/maven.js';
export { startRedisCluster, startWatchedRedis, type RedisGroup } from './local/redis-groups.js';
export { RedisServer } from './local/redis-server.js';
export { S3Server } from './local/s3-server.js';
export { missingServers } from './missing-servers.js';
export { pace, settle } from './pauses.js';
export { postgresForTests } from './postgres.js';
export { recordSpans, type RecordedSpans } from './recorded-spans.js';
export { redisForTests } from './redis.js';
export { s3ForTests } from './s3.js';
export { randomForTests, rounds, seededRandom, testSeed } from './seeded-random.js';
export type {
  ClickHouseForTests,
  KafkaForTests,
  KafkaNode,
  PostgresForTests,
  RedisForTests,
  S3ForTests,
} from './servers.js';
export { skipOrFail } from './skip.js';
export { temporaryDirectories } from './temporary-directories.js';
