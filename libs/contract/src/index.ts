export {
  Health,
  HealthCheckRequestSchema,
  HealthCheckResponse_ServingStatus,
  HealthCheckResponseSchema,
} from './gen/grpc/health/v1/health_pb.js';
export * from './gen/index.js';
export type { Client, Handlers } from './handlers.js';
export type { AgentAccess, HttpMethod, Operation, ProjectScope } from './operation.js';
export { isRead } from './read-operation.js';
export { operation, operations } from './operations.js';
export { validate } from './validate.js';
export { decodeJson, type Decoded } from './json/decode.js';
export { toServerEvent, type ServerEvent } from './event.js';
export { encodeJson } from './json/encode.js';
export { isJsonObject, type JsonObject, type JsonValue } from './json/json.js';
export type { PathParameters, QueryPairs } from './json/query.js';
export { Violations } from './json/violations.js';
export { formatTimestamp, parseTimestamp, parseInstant, type Instant } from './json/timestamp.js';
export { invalidRequest, isUnpagedListing, readParameterObject, readRequest, type RequestParts } from './request.js';
export { manifest, type ManifestField, type ManifestOperation } from './manifest.js';
export { openApiDocument } from './openapi/document.js';
export { parameterSchema } from './openapi/parameter-schema.js';
export { rawRoutes, type HttpInterface, type RawRoute } from './raw.js';
