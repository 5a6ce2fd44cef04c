import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerExport, type ExportRoute } from '../../otlp/http.js';
import type { SlicesReceiver } from './slices-receiver.js';

/** OTLP logs have a route of their own here, because bodies at `/v1/logs` enter the event log as they are sent. */
export const REPLAY_LOGS_ROUTE = '/replay/v1/logs';

export interface ReplayLogsHttpOptions extends Omit<ExportRoute, 'signal' | 'scope'> {
  readonly receiver: Pick<SlicesReceiver, 'accept'>;
}

/** The route of recorders that send slices of events as log records. */
export function replayLogsHttpHandler({ receiver, ...options }: ReplayLogsHttpOptions) {
  const route = { ...options, signal: 'logs', scope: 'analytics:write' } as const;
  return (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    answerExport(request, response, route, (sent) => receiver.accept(sent));
}
