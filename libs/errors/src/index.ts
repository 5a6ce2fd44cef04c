export { ERROR_CODES, isErrorCode, type ErrorCode } from './codes.js';
export {
  ServiceError,
  invalidField,
  notFound,
  toServiceError,
  unavailable,
  type ErrorDetail,
  type ServiceErrorOptions,
} from './service-error.js';
