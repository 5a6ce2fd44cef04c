import type { DashboardsUpdateRequest, NewDashboardLayoutItem } from '@svc/contract';
import { NANOSECONDS_PER_DAY, requireDuration } from '@svc/reading/time';
import type { Prisma } from '@svc/relational';
import { invalidField, ServiceError } from '@svc/service-error';
import { firstOverlap, isInside, type Cell } from './layout.js';
import { checkVariables } from './variables.js';

const LONGEST_TIME_RANGE = 30n * NANOSECONDS_PER_DAY;

/** @throws ServiceError invalid_request */
export const checkTimeRange = (text: string): bigint => requireDuration(text, 'time_range', LONGEST_TIME_RANGE);

/** The changes of an update besides the layout: absent fields keep their values. */
export function toChanges(request: DashboardsUpdateRequest) {
  const { name, description, tags, layout, variables, timeRange, refreshInterval } = request;
  if ([name, description, tags, layout, variables, timeRange, refreshInterval].every((field) => field === undefined))
    throw new ServiceError('invalid_request', {
      message: 'Nothing to change: send name, description, tags, layout, variables, time_range or refresh_interval.',
    });
  if (timeRange !== undefined) checkTimeRange(timeRange);
  if (variables) checkVariables(variables.values, 'variables.values');
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(tags && { tags: tags.values }),
    ...(variables && {
      variables: variables.values.map((variable) => ({ name: variable.name, default: variable.default })),
    }),
    ...(timeRange !== undefined && { timeRange }),
    ...(refreshInterval !== undefined && { refreshInterval }),
  } satisfies Prisma.DashboardUpdateInput;
}

interface Place extends Cell {
  readonly id: string;
}

/**
 * The places that a layout gives to widgets. The others stay where they are.
 *
 * @throws ServiceError invalid_request for an unknown widget, two places of one, a place outside the grid, and places that overlap
 */
export function toPlaces(items: readonly NewDashboardLayoutItem[], widgets: readonly Place[]): Place[] {
  const known = new Set(widgets.map(({ id }) => id));
  const places = new Map<string, Place>();
  for (const [index, { widgetId, x, y, w, h }] of items.entries()) {
    const at = `layout.items[${index}]`;
    if (!known.has(widgetId)) throw invalidField(`${at}.widget_id`, 'must be the ID of a widget of the dashboard');
    if (places.has(widgetId)) throw invalidField(`${at}.widget_id`, 'must be unique');
    const place = { id: widgetId, x, y, w, h };
    if (!isInside(place)) throw invalidField(at, 'must be inside the grid of 24 columns');
    places.set(widgetId, place);
  }
  // Unmoved widgets come first, so that an overlap is reported for a widget of the request.
  const staying = widgets.filter(({ id }) => !places.has(id));
  const overlap = firstOverlap([...staying, ...places.values()]);
  if (overlap !== undefined)
    throw invalidField(`layout.items[${overlap - staying.length}]`, 'must not overlap another widget');
  return [...places.values()];
}
