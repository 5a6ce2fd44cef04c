import { z } from 'zod';
import { nextAction } from '../result/next-actions.js';
import { pick, rowsOf } from '../tool/rows.js';
import { countRows, type Parameters } from '../tool/tool-context.js';
import { defineTool, PROJECT } from '../tool/tool.js';

/** Anomalies and incidents that are not resolved; for alerts that is the default. */
const UNRESOLVED: Parameters = { status: ['open', 'acknowledged'] };

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
    const anomalies = await context.part('anomalies.list', { ...UNRESOLVED, limit });
    const incidents = await context.part('incidents.list', { ...UNRESOLVED, limit });
    const open = rowsOf(incidents?.json, 'incidents');
    const rows = rowsOf(alerts.json, 'alerts');
    return {
      summary: [
        `${countRows(alerts, 'alerts')} alerts, ${countRows(anomalies, 'findings')} anomalies and ` +
          `${countRows(incidents, 'incidents')} incidents are not resolved.`,
      ],
      sections: [
        {
          name: 'incidents',
          source: 'incidents',
          page: incidents && context.pageOf('incidents.list', UNRESOLVED, incidents, 'incidents'),
          rows: open.map((row) =>
            pick(row, ['number', 'title', 'severity', 'status', 'created_at', 'acknowledged_by', 'id']),
          ),
        },
        {
          name: 'alerts',
          source: 'alerts',
          page: context.pageOf('alerts.list', {}, alerts, 'alerts'),
          rows: rows.map((row) =>
            pick(row, ['name', 'severity', 'state', 'summary', 'value', 'labels', 'started_at', 'id']),
          ),
        },
        {
          name: 'anomalies',
          source: 'anomalies',
          page: anomalies && context.pageOf('anomalies.list', UNRESOLVED, anomalies, 'findings'),
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
      next: [
        nextAction('readIncidentAffected', open[0]?.['number']),
        nextAction('readChanges'),
        nextAction('listIssues'),
      ],
    };
  },
});
