import { z } from 'zod';
import { nextAction } from '../result/next-actions.js';
import { pick, rowsOf } from '../tool/rows.js';
import { defineTool, PROJECT } from '../tool/tool.js';

export const listAlerts = defineTool({
  name: 'list_alerts',
  title: 'List what is wrong now: alerts, anomalies and incidents',
  description:
    'Returns alerts that are not resolved, open anomalies and open incidents, the latest first. For the case file of an incident (issues, ' +
    'deploys, flag changes, timeline), run the operation incidents.get.',
  scopes: ['alerts:read'],
  input: { ...PROJECT, limit: z.int().min(1).max(100).default(20).describe('Of each kind.') },
  run: async ({ limit }, context) => {
    const alerts = await context.read('alerts.list', { limit });
    const anomalies = await context.part('anomalies.list', { status: ['open', 'acknowledged'], limit });
    const incidents = await context.part('incidents.list', { status: ['open', 'acknowledged'], limit });
    const open = rowsOf(incidents?.json, 'incidents');
    const rows = rowsOf(alerts.json, 'alerts');
    return {
      summary: [
        `${rows.length} alerts, ${rowsOf(anomalies?.json, 'findings').length} anomalies and ${open.length} incidents are not resolved.`,
      ],
      sections: [
        {
          name: 'incidents',
          source: 'incidents',
          rows: open.map((row) =>
            pick(row, ['number', 'title', 'severity', 'status', 'created_at', 'acknowledged_by', 'id']),
          ),
        },
        {
          name: 'alerts',
          source: 'alerts',
          rows: rows.map((row) =>
            pick(row, ['name', 'severity', 'state', 'summary', 'value', 'labels', 'started_at', 'id']),
          ),
        },
        {
          name: 'anomalies',
          source: 'anomalies',
          rows: rowsOf(anomalies?.json, 'findings').map((row) =>
            pick(row, [
              'summary',
              'signal',
              'severity',
              'status',
              'observed',
              'expected',
              'labels',
              'started_at',
              'differences',
              'id',
            ]),
          ),
        },
      ],
      omitted: context.omitted,
      next: [
        nextAction('readIncidentAffected', open[0]?.['number']),
        nextAction('readChanges'),
        nextAction('listIssues'),
      ],
    };
  },
});
