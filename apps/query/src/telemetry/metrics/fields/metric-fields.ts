import { fields, type SearchableTable } from '@svc/reading/search-language';
import { anyOf, sql } from '@svc/reading/statement';
import { METRIC_TYPES } from './metric-types.js';

const TYPES = new Map(METRIC_TYPES.flatMap((name, code) => (name === '' ? [] : [[name, { low: code, high: code }]])));

/** The searchable fields of metrics: their names, descriptions and the labels of their series. */
export const METRIC_FIELDS: SearchableTable = {
  words: (predicate) => anyOf([predicate(sql`metric_name`), predicate(sql`description`)]),
  fields: fields(
    { names: ['name', 'metric', 'metric_name'], field: { type: 'keyword', column: sql`metric_name` } },
    { names: ['description'], field: { type: 'text', matches: (predicate) => predicate(sql`description`) } },
    { names: ['unit'], field: { type: 'keyword', column: sql`unit` } },
    { names: ['type'], field: { type: 'named', column: sql`type`, names: TYPES } },
    { names: ['service', 'service_name', 'service.name'], field: { type: 'keyword', column: sql`service_name` } },
    {
      names: ['environment', 'env', 'deployment.environment', 'deployment.environment.name'],
      field: { type: 'keyword', column: sql`environment` },
    },
    { names: ['instance'], field: { type: 'keyword', column: sql`instance` } },
    { names: ['job'], field: { type: 'keyword', column: sql`job` } },
    { names: ['scope', 'scope_name'], field: { type: 'keyword', column: sql`scope_name` } },
  ),
};
