import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../../../runtime/values/json.js';
import { joinFacts, wrapLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import type { Page } from '../../layout/table.js';
import { counted } from '../../layout/units.js';
import { printWidgetData } from './widget-data.js';

/** Prints a dashboard with the figures of its widgets, in the order of their places: by row, then by column. */
export function printDashboard(answer: Json, page: Page): string {
  const dashboard = isObject(answer) ? answer : {};
  const widgets = objectsAt(answer, 'widgets').toSorted((a, b) => place(a) - place(b));
  return [heading(dashboard, widgets.length, page), ...widgets.map((widget) => printWidget(widget, page))].join('\n');
}

const COLUMNS_OF_GRID = 24;

function place({ position }: JsonObject): number {
  const { x = 0, y = 0 } = isObject(position) ? position : {};
  return Number(y) * COLUMNS_OF_GRID + Number(x);
}

function heading(dashboard: JsonObject, widgets: number, page: Page): string {
  const { bold, dim } = page.colors;
  const variables = objectsAt(dashboard, 'variables').map(
    ({ name, default: value }) => `$${text(name)}=${text(value) || '*'}`,
  );
  const facts = [
    `dashboard ${text(dashboard['id'])}`,
    counted(widgets, 'widget'),
    `last ${text(dashboard['time_range'])}`,
    `version ${text(dashboard['version'])}`,
    ...variables,
  ];
  const description = text(dashboard['description']);
  return [
    bold(wrapLine(text(dashboard['name']), page)),
    ...(description === '' ? [] : [wrapLine(description, page)]),
    dim(joinFacts(facts, '  ', page)),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function printWidget(widget: JsonObject, page: Page): string {
  const { bold, dim } = page.colors;
  const query = isObject(widget['query']) ? widget['query'] : {};
  const question = describeQuery(query, widget['type'] === 'list');
  const facts = joinFacts([question, `widget ${text(widget['id'])}`], '  ', page);
  return `${bold(wrapLine(text(widget['title']), page))}\n${dim(facts)}\n${printWidgetData(widget, page)}`;
}

/** `p95 of duration_ms of traces by service: service:web`. */
function describeQuery(query: JsonObject, isList: boolean): string {
  const signal = text(query['signal']);
  if (signal === '') return '';
  const { field, metric, event, q } = query;
  const groups = text(query['group_by']);
  const about = text(metric) || text(event) || signal;
  const of = text(field) === '' ? about : `${text(field)} of ${about}`;
  const figure = isList
    ? `latest ${signal}`
    : `${text(query['aggregate']) || 'count'} of ${of}${groups === '' ? '' : ` by ${groups}`}`;
  return text(q) === '' ? figure : `${figure}: ${text(q)}`;
}

const text = (value: Json | undefined): string => oneLine(plainText(value));
