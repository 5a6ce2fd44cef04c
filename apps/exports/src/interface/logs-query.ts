import { formatTimestamp, type ExportsCreateLogsRequest, type JsonObject } from '@svc/contract';
import type { CreationRequest } from './creation.service.js';

/** Converts the shortcut for logs to a general export request. */
export function fromLogsRequest(request: ExportsCreateLogsRequest): CreationRequest {
  const { format, serviceName, service, environment, level, startTime, endTime, columns, idempotencyKey } = request;
  const query: JsonObject = {
    signal: 'logs',
    ...(serviceName !== '' && { service_name: serviceName }),
    ...(service.length > 0 && { service }),
    ...(environment.length > 0 && { environment }),
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
