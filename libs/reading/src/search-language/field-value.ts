import { RESOURCES } from '@svc/columnar';
import { idBytes, select, Sql, sql, stringParam, uint32, uint8, type Scope } from '../statement/index.js';
import { fieldInScope, toAttributeNames, type NumberRange, type SearchableTable, type SearchField } from './fields.js';
import { firstValue, hasAnyKey } from './map-values.js';

/**
 * Longer values are cut to this many characters: a longer group name is of no use, and the response size must be
 * bounded.
 */
export const MAX_VALUE_LENGTH = 256;

/**
 * The value of a field of a row as a string, '' if the row has none; undefined for a prose field. Names have the same
 * meaning as in the search language. If both the record and its resource have an attribute, the record's value is used; of
 * several names of an attribute, that of the current one.
 */
export function fieldValue(name: string, table: SearchableTable, scope: Scope): Sql | undefined {
  const known = table.fields.get(name);
  if (known) return columnValue(fieldInScope(known, scope));
  const { attributes, resources } = toAttributeNames(name);
  if (resources.length === 0) return truncate(firstValue(sql`attributes`, attributes));
  const ofResource = resourceValue(resources, scope);
  if (attributes.length === 0) return ofResource;
  return sql`if(${hasAnyKey(sql`attributes`, attributes)}, ${truncate(firstValue(sql`attributes`, attributes))}, ${ofResource})`;
}

function columnValue(field: SearchField): Sql | undefined {
  switch (field.type) {
    case 'text':
      return undefined;
    case 'keyword':
      return truncate(field.column);
    case 'number':
      return sql`toString(${field.column})`;
    case 'id':
      return sql`if(${field.column} = ${idBytes('0'.repeat(field.bytes * 2), field.bytes)}, '', lower(hex(${field.column})))`;
    case 'named':
      return namedValue(field.column, field.names);
  }
}

/** The name of a number; '' if it has none. */
export function namedValue(column: Sql, names: ReadonlyMap<string, NumberRange>): Sql {
  const cases = [...names].map(
    ([name, { low, high }]) => sql`${column} >= ${uint8(low)} AND ${column} <= ${uint8(high)}, ${stringParam(name)}`,
  );
  return sql`multiIf(${Sql.join(cases, ', ')}, '')`;
}

/** A project has hundreds of resources, and fewer have the attribute, so their values fit into the statement. */
function resourceValue(names: readonly string[], scope: Scope): Sql {
  const values = select({
    columns: sql`arraySort(groupUniqArray((resource_hash, ${truncate(firstValue(sql`attributes`, names))})))`,
    from: RESOURCES,
    scope,
    where: [hasAnyKey(sql`attributes`, names)],
  });
  return sql`transform(resource_hash, tupleElement((${values}), 1), tupleElement((${values}), 2), '')`;
}

const truncate = (value: Sql): Sql => sql`leftUTF8(${value}, ${uint32(MAX_VALUE_LENGTH)})`;
