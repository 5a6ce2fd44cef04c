import { call } from '../../api/call.js';
import type { Dashboard, DashboardsUpdateRequest, Widget, WidgetsAddRequest } from '../../gen/api.js';
import { describePlace, type Placed } from '../grid/layout.js';
import type { Change, Difference } from './use-save.js';

type OnSaved = () => void;

export function saveLayout(items: readonly Placed[], onSaved: OnSaved): Change {
  return {
    done: 'Saved the layout.',
    onSaved,
    send: ({ id, version, widgets }, options) => {
      // Widgets that were removed in the meantime have no place.
      const known = new Set(widgets.map((widget) => widget.id));
      const places = items.filter((item) => known.has(item.id));
      const layout = { items: places.map(({ id: widget_id, x, y, w, h }) => ({ widget_id, x, y, w, h })) };
      return call(
        'PATCH /dashboards/{dashboard_id}',
        { path: { dashboard_id: id }, body: { layout, expected_version: version } },
        options,
      );
    },
    compare: ({ widgets }) =>
      widgets.flatMap(({ id, title, position }) => {
        const mine = items.find((item) => item.id === id);
        return mine && position ? differ(title, describePlace(position), describePlace(mine)) : [];
      }),
  };
}

export function saveSettings(body: DashboardsUpdateRequest, onSaved: OnSaved): Change {
  return {
    done: 'Saved the dashboard.',
    onSaved,
    send: ({ id, version }, options) =>
      call(
        'PATCH /dashboards/{dashboard_id}',
        { path: { dashboard_id: id }, body: { ...body, expected_version: version } },
        options,
      ),
    compare: (now) => [
      ...differ('Name', now.name, body.name ?? ''),
      ...differ('Description', now.description, body.description ?? ''),
      ...(body.tags ? differ('Tags', now.tags.join(', '), body.tags.values.join(', ')) : []),
      ...differ('Time range', now.time_range, body.time_range ?? ''),
      ...differ('Refresh', now.refresh_interval, body.refresh_interval ?? ''),
      ...differ('Variables', JSON.stringify(now.variables), JSON.stringify(body.variables?.values)),
    ],
  };
}

export function addWidget(body: WidgetsAddRequest, onSaved: OnSaved): Change {
  return {
    done: 'Added the widget.',
    onSaved,
    send: ({ id }, options) =>
      call('POST /dashboards/{dashboard_id}/widgets', { path: { dashboard_id: id }, body }, options),
    compare: () => [],
  };
}

export function saveWidget(id: string, body: WidgetsAddRequest, onSaved: OnSaved): Change {
  return {
    done: 'Saved the widget.',
    onSaved,
    send: (dashboard, options) =>
      call(
        'PATCH /dashboards/{dashboard_id}/widgets/{widget_id}',
        { path: toPath(dashboard, id), body: { ...body, ...expectedOf(dashboard, id) } },
        options,
      ),
    compare: ({ widgets }) => {
      const now = widgets.find((widget) => widget.id === id);
      return now ? compareWidget(now, body) : [{ name: body.title, now: 'removed', mine: 'changed' }];
    },
  };
}

export function removeWidget({ id, title }: Widget, onSaved: OnSaved): Change {
  return {
    done: 'Removed the widget.',
    onSaved,
    send: (dashboard, options) =>
      call(
        'DELETE /dashboards/{dashboard_id}/widgets/{widget_id}',
        { path: toPath(dashboard, id), query: expectedOf(dashboard, id) },
        options,
      ),
    compare: () => [{ name: title, now: 'changed', mine: 'removed' }],
  };
}

function compareWidget(now: Widget, mine: WidgetsAddRequest): readonly Difference[] {
  return [
    ...differ('Title', now.title, mine.title),
    ...differ('Type', now.type, mine.type),
    ...differ('Filter', now.query?.q ?? '', mine.query?.q ?? ''),
    ...differ('Aggregation', now.query?.aggregate ?? '', mine.query?.aggregate ?? ''),
    ...differ('Groups', (now.query?.group_by ?? []).join(', '), (mine.query?.group_by ?? []).join(', ')),
    ...differ('Text', now.text, mine.text ?? ''),
  ];
}

function differ(name: string, now: string, mine: string): readonly Difference[] {
  return now === mine ? [] : [{ name, now: now === '' ? '–' : now, mine: mine === '' ? '–' : mine }];
}

function toPath(dashboard: Dashboard, id: string) {
  return { dashboard_id: dashboard.id, widget_id: id };
}

/** The version of a widget that was seen; none if it was removed, so that the service says so. */
function expectedOf({ widgets }: Dashboard, id: string): { readonly expected_version?: number } {
  const version = widgets.find((widget) => widget.id === id)?.version;
  return version === undefined ? {} : { expected_version: version };
}
