import { z } from 'zod';
import { nextAction } from '../result/next-actions.js';
import { ENVIRONMENTS, WINDOW } from '../tool/arguments.js';
import { numberOf, pick, rowsOf } from '../tool/rows.js';
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
    const { json, counts } = await context.read('services.list', parameters);
    const map = await context.part('services.map', parameters);
    const red =
      service === undefined ? undefined : await context.part('services.red', { service_name: service, ...parameters });
    const services = rowsOf(json, 'services')
      .filter((row) => service === undefined || row['service_name'] === service)
      .toSorted((a, b) => numberOf(b, 'error_rate') - numberOf(a, 'error_rate'));
    const names = new Map(rowsOf(map?.json, 'nodes').map((node) => [node['id'], node['name']]));
    const calls = rowsOf(map?.json, 'edges')
      .map((edge) => ({
        ...edge,
        source: names.get(edge['source']) ?? null,
        target: names.get(edge['target']) ?? null,
      }))
      .filter(({ source, target }) => service === undefined || source === service || target === service);
    return {
      summary: [`${services.length} services from ${window.start_time} to ${window.end_time}.`],
      window,
      sections: [
        {
          name: 'services',
          source: 'services',
          total: service === undefined ? counts['services'] : undefined,
          rows: services.map((row) =>
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
          rows: calls.map((row) =>
            pick(row, ['source', 'target', 'type', 'call_count', 'error_count', 'p50_duration_ms', 'p95_duration_ms']),
          ),
        },
        ...(service === undefined
          ? []
          : [
              {
                name: 'over_time',
                source: 'spans of the service',
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
      omitted: context.omitted,
      next: [nextAction('readChanges'), nextAction('listAlerts')],
    };
  },
});
