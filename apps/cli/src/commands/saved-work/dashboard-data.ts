import type { Context } from '../../command/command.js';
import { operationEntry } from '../../command/request.js';
import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../runtime/values/json.js';

/** Requests for data of widgets at the same time; a dashboard has at most 50 widgets. */
const PARALLEL = 4;

/** Adds the data of each widget to a dashboard. A widget whose data cannot be read has the reason as its `error`. */
export async function withWidgetData(dashboard: Json, context: Context): Promise<Json> {
  if (!isObject(dashboard)) return dashboard;
  const widgets = objectsAt(dashboard, 'widgets');
  const data: Json[] = [];
  const waiting = [...widgets.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      data[next[0]] = next[1]['type'] === 'text' ? {} : await readData(next[1], context);
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return { ...dashboard, widgets: widgets.map((widget, index) => ({ ...widget, data: data[index] ?? {} })) };
}

async function readData(widget: JsonObject, context: Context): Promise<Json> {
  const { project } = context.settings();
  const path = operationEntry('widgets.data')
    .path.replace('{dashboard_id}', encodeURIComponent(plainText(widget['dashboard_id'])))
    .replace('{widget_id}', encodeURIComponent(plainText(widget['id'])));
  const query = project === undefined ? [] : [['project_id', project] as const];
  try {
    return (await context.api().send({ method: 'GET', path, query, idempotent: true })) ?? {};
  } catch (error) {
    return { error: { message: error instanceof Error ? error.message : String(error) } };
  }
}
