import { restCommand, type Argument } from '../../command/command.js';
import { confirmation } from '../../print/confirmation.js';

const DASHBOARD_ID: Argument<'dashboard_id'> = {
  name: 'dashboard-id',
  sends: 'dashboard_id',
  description: 'ID of the dashboard',
};
const WIDGET_ID: Argument<'widget_id'> = { name: 'widget-id', sends: 'widget_id', description: 'ID of the widget' };

const EXAMPLE =
  '{"type":"timeseries","title":"Errors","query":{"signal":"logs","q":"level:error","group_by":["service"]}}';

const add = restCommand({
  words: ['dashboards', 'widgets', 'add'],
  summary: 'Add a widget to a dashboard',
  description: 'Types are timeseries, value, table, list and text.',
  examples: [`svc dashboards widgets add <dashboard-id> --json '${EXAMPLE}'`],
  operation: 'widgets.add',
  arguments: [DASHBOARD_ID],
  body: 'type, title, query, visualization, refresh_interval, text, position',
  view: confirmation({ said: 'Added the widget {title}', facts: ['id'] }),
});

const update = restCommand({
  words: ['dashboards', 'widgets', 'update'],
  summary: 'Update a widget; absent fields keep their values',
  operation: 'widgets.update',
  arguments: [DASHBOARD_ID, WIDGET_ID],
  body: 'any of type, title, query, visualization, refresh_interval, text, position; expected_version',
  view: confirmation({ said: 'Updated the widget {title}', facts: ['version'] }),
});

const remove = restCommand({
  words: ['dashboards', 'widgets', 'delete'],
  summary: 'Delete a widget',
  operation: 'widgets.delete',
  arguments: [DASHBOARD_ID, WIDGET_ID],
  destructive: true,
  done: { deleted: true },
});

export const WIDGET_COMMANDS = [add, update, remove];
