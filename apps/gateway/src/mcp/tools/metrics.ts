import type { MetricsQueryResponse } from '@svc/contract';
import { z } from 'zod';
import type { ToolAnswer } from '../result/tool-answer.js';
import { ENVIRONMENTS, SERVICES, WINDOW } from '../tool/arguments.js';
import { pick, rowsOf, wordOf } from '../tool/rows.js';
import { describeSeries, latestPoints } from '../tool/series.js';
import { readWindow } from '../tool/time-window.js';
import type { ToolContext } from '../tool/tool-context.js';
import { defineTool, PROJECT } from '../tool/tool.js';

export const queryMetrics = defineTool({
  name: 'query_metrics',
  title: 'Query a metric, or find metrics',
  description:
    'Returns one metric over time, with one series for each group: the last value, the least and the greatest, and the points. Without ' +
    'metric_name, lists the metrics whose name contains name_contains, with type and unit.',
  scopes: ['metrics:read'],
  input: {
    ...PROJECT,
    metric_name: z.string().min(1).max(1_024).optional(),
    name_contains: z.string().max(200).optional(),
    agg: z
      .enum(['avg', 'sum', 'min', 'max', 'count', 'p50', 'p95', 'p99', 'increase', 'rate'])
      .optional()
      .describe('avg by default.'),
    group_by: z.array(z.string().max(200)).max(5).optional().describe('Labels, e.g. service_name or http.route.'),
    query: z.string().max(4_096).optional().describe('Filter of series, e.g. `http.route:/cart`.'),
    service: SERVICES,
    environment: ENVIRONMENTS,
    interval: z
      .enum(['1m', '5m', '15m', '30m', '1h', '6h', '12h', '1d'])
      .optional()
      .describe('Width of a point; 5m by default.'),
    ...WINDOW,
  },
  run: async (given, context) => {
    const { metric_name: name } = given;
    if (name === undefined) return listMetrics(given.name_contains, context);
    const window = readWindow(given, '1h', context.now);
    const { agg, group_by, query, service, environment, interval } = given;
    const filters = { agg, group_by, q: query, service, environment, interval, ...window };
    let series: MetricsQueryResponse['series'] = [];
    const { json } = await context.read<MetricsQueryResponse>(
      'metrics.query',
      { metric_name: name, ...filters },
      (answer) => {
        series = answer.series;
        return { ...answer, series: [] };
      },
    );
    const { rows: points, total } = latestPoints(series);
    return {
      summary: [
        `${series.length} series from ${window.start_time} to ${window.end_time}, ${wordOf(json, 'agg')} of each ` +
          `${wordOf(json, 'interval')}${json['unit'] === '' ? '' : ', with the unit of the metric'}.`,
      ],
      window,
      sections: [
        { name: 'metric', source: 'metrics', rows: [pick(json, ['metric_name', 'type', 'unit', 'agg', 'interval'])] },
        { name: 'series', source: 'metrics', total: series.length, rows: describeSeries(series) },
        { name: 'points', source: 'metrics', total, rows: points, note: 'Points with a value, the latest first.' },
      ],
    };
  },
});

async function listMetrics(name: string | undefined, context: ToolContext): Promise<ToolAnswer> {
  const { json, counts } = await context.read('metrics.list', { name });
  const columns = ['name', 'type', 'unit', 'description', 'series_count', 'last_seen'];
  return {
    summary: [`${counts['metrics'] ?? 0} metrics.`],
    sections: [
      {
        name: 'metrics',
        source: 'metrics',
        total: counts['metrics'],
        rows: rowsOf(json, 'metrics').map((row) => pick(row, columns)),
      },
    ],
  };
}
