import { LOG_FIELDS } from '@svc/reading/signals';
import type { GroupedTable } from '../../grouping/group-by.js';

export const GROUPED_LOGS: GroupedTable = {
  table: LOG_FIELDS,
  textReason: 'must not name the body; use patterns to group by message text',
};

/** The fields that records are counted by as they arrive. */
const COUNTED = new Set(
  ['service', 'environment', 'level', 'severity_number'].flatMap((name) => LOG_FIELDS.fields.get(name) ?? []),
);

/** Whether the counts by minute have the field, under any of its names. */
export function isCountedByMinute(name: string): boolean {
  const field = LOG_FIELDS.fields.get(name);
  return field !== undefined && COUNTED.has(field);
}
