import { Inject, Injectable } from '@nestjs/common';
import { PERSON_REGISTERS, type ColumnStore } from '@svc/columnar';
import { COLUMN_STORE } from '../dependencies.js';
import { select, sql, texts, type Budget, type Scope } from '../statement/index.js';

/** Canonical JSON of each property, by its name. */
export type Properties = ReadonlyMap<string, string>;

interface PropertyRow {
  readonly owner: string;
  readonly property: string;
  readonly json: string;
}

/**
 * JSON of the value the registers of one key fold to, '' for none: the greatest set or unset, and without any of them the least
 * set_once (a register nobody wrote to has the op 0). An aggregate over all rows of the key, whichever of a person's ids they were written to.
 */
export const FOLDED_VALUE = sql`if(tupleElement(max(latest) AS greatest, 'op') = 0,
  tupleElement(min(earliest), 'value'), tupleElement(greatest, 'value'))`;

@Injectable()
export class PropertiesRepository {
  constructor(@Inject(COLUMN_STORE) private readonly store: ColumnStore) {}

  /** The properties of persons: by canonical distinct id, folded over all the ids that are given for it. */
  async propertiesOf(
    idsByPerson: ReadonlyMap<string, readonly string[]>,
    scope: Scope,
    budget: Budget,
  ): Promise<Map<string, Properties>> {
    const pairs = [...idsByPerson].flatMap(([canonical, ids]) => ids.map((id) => [id, canonical] as const));
    if (pairs.length === 0) return new Map();
    const [ids, canonicals] = [pairs.map(([id]) => id), pairs.map(([, canonical]) => canonical)];
    const statement = select({
      columns: sql`transform(distinct_id, ${texts(ids)}, ${texts(canonicals)}, '') AS owner, key AS property, ${FOLDED_VALUE} AS json`,
      from: PERSON_REGISTERS,
      scope,
      where: [sql`has(${texts(ids)}, distinct_id)`],
      groupBy: sql`owner, property`,
      having: [sql`json != ''`],
      orderBy: sql`owner, property`,
    });
    const rows = await this.store.query<PropertyRow>(budget.statement(statement));
    return byOwner(rows);
  }
}

export function byOwner(rows: readonly PropertyRow[]): Map<string, Properties> {
  const properties = new Map<string, Map<string, string>>();
  for (const { owner, property, json } of rows) {
    const own = properties.get(owner) ?? new Map<string, string>();
    properties.set(owner, own.set(property, json));
  }
  return properties;
}
