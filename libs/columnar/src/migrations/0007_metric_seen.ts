import {
  METRIC_EXPONENTIAL_HISTOGRAMS,
  METRIC_HISTOGRAMS,
  METRIC_POINTS,
  METRIC_SEEN,
  METRIC_SERIES,
  METRIC_SUMMARIES,
  type TableDefinition,
} from '@svc/tables';
import type { Migration, Step } from './migration.js';

const KEY = { project_number: 'project_number', metric_name: 'metric_name' };
const GROUP_BY = Object.keys(KEY);

const seenView = (from: TableDefinition): Step => ({
  kind: 'view',
  view: {
    name: `metric_seen_from_${from.name}`,
    from,
    to: METRIC_SEEN,
    select: { ...KEY, last_point: 'max(timestamp)' },
    groupBy: GROUP_BY,
  },
});

/** A series is written once a day, so only the points tell when its metric was last received. */
export const LAST_POINTS: Migration = {
  name: '0007_metric_seen',
  steps: [
    { kind: 'table', table: METRIC_SEEN },
    {
      kind: 'fill',
      fill: {
        from: METRIC_SERIES,
        to: METRIC_SEEN,
        select: { ...KEY, last_point: 'toDateTime64(max(last_seen), 9)' },
        groupBy: GROUP_BY,
      },
    },
    ...[METRIC_POINTS, METRIC_HISTOGRAMS, METRIC_EXPONENTIAL_HISTOGRAMS, METRIC_SUMMARIES].map(seenView),
  ],
};
