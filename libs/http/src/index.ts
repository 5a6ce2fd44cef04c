export { answerExpectation, findMissingHost, refuseConnection, sendError } from './malformed-request.js';
export { acceptsCoding, type ContentCoding } from './content-coding.js';
export { entityTag, isCurrent } from './entity-tag.js';
export { linger } from './linger.js';
export { readRequestId } from './request-id.js';
export { JSON_TYPE, responseHeaders } from './response-headers.js';
export { DEFAULT_CONNECTION_LIMITS, limitConnections, type ConnectionLimits } from './connections/connections.js';
export { CONNECTION_SETTINGS, toConnectionLimits } from './connections/settings.js';
export {
  ServerCertificate,
  TLS_SETTINGS,
  toCertificateFiles,
  UNUSABLE_CERTIFICATE,
  unencryptedWarning,
  type CertificateFiles,
} from './tls/index.js';
