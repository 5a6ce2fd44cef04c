export {
  Health,
  HealthCheckRequestSchema,
  HealthCheckResponse_ServingStatus,
  HealthCheckResponseSchema,
} from './gen/grpc/health/v1/health_pb.js';
export * from './gen/index.js';
export type { Client, Handlers } from './handlers.js';
export { HTTP_METHODS, type AgentAccess, type HttpMethod, type Operation, type ProjectScope } from './operation.js';
export { operation, operations } from './operations.js';
export { validate } from './validate.js';
