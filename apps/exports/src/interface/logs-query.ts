import { formatTimestamp, type ExportsCreateLogsRequest, type JsonObject } from '@svc/contract';
import type { CreationRequest } from './creation.service.js';

/** Converts the shortcut for logs to a general export request. */
export function fromLogsRequest(request: ExportsCreateLogsRequest): CreationRequest {
  const { format, serviceName, level, startTime, endTime, columns, idempotencyKey } = request;
  const query: JsonObject = {
    signal: 'logs',
    ...(serviceName !== '' && { service_name: serviceName }),
    ...(level !== '' && { level }),
    ...(startTime && { start_time: formatTimestamp(startTime) }),
    ...(endTime && { end_time: formatTimestamp(endTime) }),
    ...(columns.length > 0 && { columns }),
  };
  return {
    operation: 'exports.create_logs',
    path: '/logs/export',
    type: format || 'csv',
    query,
    queryAt: '',
    idempotencyKey,
  };
}
