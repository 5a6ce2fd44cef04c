import { ATTRIBUTE_TYPES, ATTRIBUTES, PROJECT } from './columns.js';
import { column, defineTable } from './table.js';

/** The attributes of each resource, stored once; rows of other tables refer to them by `resource_hash`. */
export const RESOURCES = defineTable('resources', {
  engine: 'ReplacingMergeTree(last_seen)',
  columns: {
    ...PROJECT,
    resource_hash: column('UInt64'),
    attributes: column(ATTRIBUTES),
    attribute_types: column(ATTRIBUTE_TYPES),
    last_seen: column('DateTime'),
  },
  orderBy: '(project_number, resource_hash)',
  ttl: 'last_seen + toIntervalDay(400)',
  shardBy: 'cityHash64(project_number, resource_hash)',
});
