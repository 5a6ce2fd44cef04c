import { firstValue, hasAnyKey, MAX_VALUE_LENGTH } from '@svc/reading/search-language';
import { spellings } from '@svc/reading/semantic-conventions';
import { sql, Sql, stringParam, uint32 } from '@svc/reading/statement';
import type { NamedAttribute } from './renamed-attributes.js';

/**
 * The place, current name and value of each of these attributes that a map has under any of its names, as an array. A map with several of
 * the names has the value once: that of the current name.
 */
export function renamedCells(attributes: readonly NamedAttribute[], source: string, map: Sql): Sql {
  const cells = attributes
    .filter((attribute) => attribute.source === source)
    .map(({ name }) => {
      const names = spellings(name);
      const value = sql`leftUTF8(${firstValue(map, names)}, ${uint32(MAX_VALUE_LENGTH)})`;
      return sql`if(${hasAnyKey(map, names)}, [(${stringParam(source)}, ${stringParam(name)}, ${value})], [])`;
    });
  const none = sql`CAST([], 'Array(Tuple(String, String, String))')`;
  return sql`arrayConcat(${Sql.join([none, ...cells], ', ')})`;
}
