export { ERROR_CODES, isErrorCode, type ErrorCode } from './codes.js';
export {
  ServiceError,
  invalidField,
  notFound,
  requireFound,
  stateConflict,
  toServiceError,
  transitionConflict,
  unavailable,
  projectConflict,
  withPaths,
  type ErrorDetail,
  type ServiceErrorOptions,
} from './service-error.js';
export { requireTimeZone } from './time-zone.js';
export { changeVersioned, checkVersion, requireVersion, versionConflict, type Versioned } from './versions.js';
