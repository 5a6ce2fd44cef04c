export { ERROR_CODES, isErrorCode, type ErrorCode } from './codes.js';
export {
  ServiceError,
  invalidField,
  notFound,
  toServiceError,
  unavailable,
  projectConflict,
  versionConflict,
  withPaths,
  type ErrorDetail,
  type ServiceErrorOptions,
} from './service-error.js';
