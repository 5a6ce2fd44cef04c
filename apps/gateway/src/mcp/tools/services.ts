import type { ServicesListResponse, ServicesMapResponse, ServicesRedResponse } from '@svc/contract';
import { z } from 'zod';
import { nextAction } from '../result/next-actions.js';
import { ENVIRONMENTS, WINDOW } from '../tool/arguments.js';
import { pick, rowsOf } from '../tool/rows.js';
import { readWindow } from '../tool/time-window.js';
import { defineTool, PROJECT } from '../tool/tool.js';

export const listServices = defineTool({
  name: 'list_services',
  title: 'List services and who calls whom',
  description:
    'Returns the services of the last hour or another window with their requests, error rate and durations, the worst first, and the calls ' +
    'between them and to databases, queues and hosts. Name one service to see only its calls and its figures over time.',
  scopes: ['services:read'],
  input: {
    ...PROJECT,
    service: z.string().min(1).max(1_024).optional().describe('Exact name of one service.'),
    environment: ENVIRONMENTS,
    ...WINDOW,
  },
  run: async (given, context) => {
    const window = readWindow(given, '1h', context.now);
    const { service, environment } = given;
    const parameters = { environment, ...window };
    const { json, counts } = await context.read<ServicesListResponse>('services.list', parameters, (answer) =>
      worstFirst(answer, service),
    );
    const map = await context.part<ServicesMapResponse>('services.map', parameters, (answer) =>
      nameCalls(answer, service),
    );
    const red =
      service === undefined
        ? undefined
        : await context.part<ServicesRedResponse>(
            'services.red',
            { service_name: service, ...parameters },
            (answer) => ({ ...answer, buckets: answer.buckets.toReversed() }),
          );
    return {
      summary: [`${counts['services'] ?? 0} services from ${window.start_time} to ${window.end_time}.`],
      window,
      sections: [
        {
          name: 'services',
          source: 'services',
          total: counts['services'],
          note: json['truncated'] === true ? 'The project has more services than are listed.' : undefined,
          rows: rowsOf(json, 'services').map((row) =>
            pick(row, [
              ...[
                'service_name',
                'request_count',
                'error_count',
                'error_rate',
                'p50_duration_ms',
                'p95_duration_ms',
                'p99_duration_ms',
              ],
              ...['environments', 'last_seen_minute'],
            ]),
          ),
        },
        {
          name: 'calls',
          source: 'calls between services',
          total: map?.counts['edges'],
          note: map?.json['truncated'] === true ? 'The map has only the most frequent calls.' : undefined,
          rows: rowsOf(map?.json, 'edges').map((row) =>
            pick(row, ['source', 'target', 'type', 'call_count', 'error_count', 'p50_duration_ms', 'p95_duration_ms']),
          ),
        },
        ...(service === undefined
          ? []
          : [
              {
                name: 'over_time',
                source: 'spans of the service',
                total: red?.counts['buckets'],
                note: 'The latest first.',
                rows: rowsOf(red?.json, 'buckets').map((row) =>
                  pick(row, [
                    'timestamp',
                    'request_count',
                    'error_count',
                    'p50_duration_ms',
                    'p95_duration_ms',
                    'complete',
                  ]),
                ),
              },
            ]),
      ],
      next: [nextAction('readChanges'), nextAction('listAlerts')],
    };
  },
});

/** The services, or one of them, those with the highest error rate first. */
export function worstFirst(answer: ServicesListResponse, service?: string): ServicesListResponse {
  const services = answer.services
    .filter(({ serviceName }) => service === undefined || serviceName === service)
    .toSorted((a, b) => b.errorRate - a.errorRate);
  return { ...answer, services };
}

/** The calls with the names of both sides instead of their IDs; only those of one service if it is named. */
export function nameCalls(answer: ServicesMapResponse, service?: string): ServicesMapResponse {
  const names = new Map(answer.nodes.map(({ id, name }) => [id, name]));
  const edges = answer.edges
    .map((edge) => ({ ...edge, source: names.get(edge.source) ?? '', target: names.get(edge.target) ?? '' }))
    .filter(({ source, target }) => service === undefined || source === service || target === service);
  return { ...answer, nodes: [], edges };
}
