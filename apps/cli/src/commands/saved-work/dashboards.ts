import { restCommand, type Argument, type Family } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';
import { ID } from '../../print/layout/columns.js';
import { toSecond } from '../../print/layout/units.js';
import { WIDGET_COMMANDS } from './widgets.js';

const DASHBOARD_ID: Argument<'dashboard_id'> = {
  name: 'dashboard-id',
  sends: 'dashboard_id',
  description: 'ID of the dashboard',
};

const list = restCommand({
  words: ['dashboards', 'list'],
  summary: 'List dashboards',
  operation: 'dashboards.list',
  view: {
    kind: 'table',
    rows: 'dashboards',
    columns: [
      ID,
      { title: 'NAME', field: 'name', flexible: true, paint: (_, colors) => colors.cyan },
      { title: 'WIDGETS', field: 'widget_count', align: 'right' },
      { title: 'VERSION', field: 'version', dropOrder: 2, align: 'right' },
      { title: 'CHANGED', field: 'updated_at', dropOrder: 1, format: toSecond, paint: (_, colors) => colors.dim },
    ],
    empty: 'No dashboards.',
  },
});

const get = restCommand({
  words: ['dashboards', 'get'],
  summary: 'Show a dashboard with its widgets',
  description:
    'A terminal also shows the data of the widgets over the time range of the dashboard, with the defaults of its variables; the JSON ' +
    'contains their definitions only.',
  operation: 'dashboards.get',
  arguments: [DASHBOARD_ID],
  complete: async (dashboard, context) => (await import('./dashboard-data.js')).withWidgetData(dashboard, context),
  view: {
    kind: 'text',
    print: async (answer, page) =>
      (await import('../../print/views/dashboards/dashboard.js')).printDashboard(answer, page),
  },
});

const create = restCommand({
  words: ['dashboards', 'create'],
  summary: 'Create a dashboard without widgets',
  examples: [`svc dashboards create --json '{"name":"Checkout","tags":["shop"],"time_range":"6h"}'`],
  operation: 'dashboards.create',
  body: 'name, description, layout, tags, variables, time_range, refresh_interval',
  view: confirmation({ said: 'Created the dashboard {name}', facts: ['id'] }),
});

const update = restCommand({
  words: ['dashboards', 'update'],
  summary: 'Update a dashboard; absent fields keep their values',
  description: 'Tags and variables are objects with an array of values, the layout is one with an array of items.',
  examples: [`svc dashboards update <dashboard-id> --json '{"tags":{"values":["shop","team-a"]}}'`],
  operation: 'dashboards.update',
  arguments: [DASHBOARD_ID],
  body: 'any of name, description, layout, tags, variables, time_range, refresh_interval; expected_version',
  view: confirmation({ said: 'Updated the dashboard {name}', facts: ['version'] }),
});

const clone = restCommand({
  words: ['dashboards', 'clone'],
  summary: 'Copy a dashboard with its widgets',
  operation: 'dashboards.clone',
  arguments: [DASHBOARD_ID],
  view: confirmation({ said: 'Created the dashboard {name}', facts: ['id'] }),
});

const remove = restCommand({
  words: ['dashboards', 'delete'],
  summary: 'Delete a dashboard and its widgets',
  operation: 'dashboards.delete',
  arguments: [DASHBOARD_ID],
  destructive: true,
  done: { deleted: true },
});

export const DASHBOARDS: Family = {
  groups: { dashboards: 'Dashboards', 'dashboards widgets': 'Widgets of dashboards' },
  commands: [list, get, create, update, clone, remove, ...WIDGET_COMMANDS],
};
