export { RedisServer, redisForTests, type RedisForTests } from '@svc/test-servers';
