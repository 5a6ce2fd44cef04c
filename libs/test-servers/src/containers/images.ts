/** The images of the servers, each with the version it is tested with. */
export const IMAGES = {
  clickhouse: 'clickhouse/clickhouse-server:26.7',
  keeper: 'clickhouse/clickhouse-keeper:26.7',
  kafka: 'apache/kafka:4.1.0',
  postgres: 'postgres:18-alpine',
  redis: 'redis:8.2-alpine',
  s3: 'minio/minio:RELEASE.2025-04-22T22-12-26Z',
} as const;
