export { answerExpectation, findMissingHost, refuseConnection, sendError } from './malformed-request.js';
export { linger } from './linger.js';
export { readRequestId } from './request-id.js';
export { JSON_TYPE, responseHeaders } from './response-headers.js';
