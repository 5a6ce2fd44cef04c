import { Injectable } from '@nestjs/common';
import { FOLDED_VALUE } from '@svc/reading/persons';
import type { ProjectReader } from '@svc/reading/project-reader';
import { select, sql, stringParams, typed, uint64 } from '@svc/reading/statement';
import { PERSON_REGISTERS } from '@svc/tables';

/** Canonical JSON of each property, by property name. */
export type Properties = ReadonlyMap<string, string>;

interface PropertyRow {
  readonly owner: string;
  readonly property: string;
  readonly json: string;
}

export { FOLDED_VALUE };

/**
 * Overhead of one property in a response besides its name and value; also keeps the number of rows of a page below a
 * statement's limit.
 */
const PER_PROPERTY = 256;

/**
 * An upper bound of the bytes in registers: some of it is stored twice before folding. An aggregate over all rows of an
 * owner.
 */
export const REGISTER_BYTES = sql`sum(length(key) + length(latest.value) + length(earliest.value) + ${uint64(PER_PROPERTY)})`;

@Injectable()
export class PropertiesRepository {
  /**
   * The properties of persons, all or those with some names, by canonical distinct ID and folded over all the IDs that
   * are given for it.
   *
   * @param origin `server` ignores writes that were not sent with a secret key.
   */
  async readProperties(
    idsByPerson: ReadonlyMap<string, readonly string[]>,
    reader: ProjectReader,
    names?: readonly string[],
    origin: 'any' | 'server' = 'any',
  ): Promise<Map<string, Properties>> {
    if (idsByPerson.size === 0) return new Map();
    const { owner, isTheirs } = ownerColumns(idsByPerson);
    const statement = select({
      columns: {
        owner: typed('String', owner),
        property: typed('String', sql`key`),
        json: typed('String', FOLDED_VALUE),
      },
      from: PERSON_REGISTERS,
      scope: reader.scope,
      where: [
        isTheirs,
        names && sql`has(${stringParams(names)}, key)`,
        origin === 'server' ? sql`is_server = 1` : undefined,
      ],
      groupBy: sql`owner, property`,
      having: [sql`json != ''`],
      orderBy: sql`owner, property`,
    });
    const rows = await reader.rows(statement);
    return byOwner(rows);
  }

  /** An upper bound of the size in bytes of the properties of persons, by canonical distinct ID. */
  async readSizes(
    idsByPerson: ReadonlyMap<string, readonly string[]>,
    reader: ProjectReader,
  ): Promise<Map<string, number>> {
    if (idsByPerson.size === 0) return new Map();
    const { owner, isTheirs } = ownerColumns(idsByPerson);
    const columns = { owner: typed('String', owner), bytes: typed('UInt64', REGISTER_BYTES) };
    const statement = select({
      columns,
      from: PERSON_REGISTERS,
      scope: reader.scope,
      where: [isTheirs],
      groupBy: sql`owner`,
    });
    const rows = await reader.rows(statement);
    return new Map(rows.map((row) => [row.owner, Number(row.bytes)]));
  }
}

/** The canonical distinct ID of a row of registers, and the condition that it is one of these persons. */
function ownerColumns(idsByPerson: ReadonlyMap<string, readonly string[]>) {
  const pairs = [...idsByPerson].flatMap(([canonical, ids]) => ids.map((id) => [id, canonical] as const));
  const [ids, canonicals] = [
    stringParams(pairs.map(([id]) => id)),
    stringParams(pairs.map(([, canonical]) => canonical)),
  ];
  return { owner: sql`transform(distinct_id, ${ids}, ${canonicals}, '')`, isTheirs: sql`has(${ids}, distinct_id)` };
}

export function byOwner(rows: readonly PropertyRow[]): Map<string, Properties> {
  const properties = new Map<string, Map<string, string>>();
  for (const { owner, property, json } of rows) {
    const own = properties.get(owner) ?? new Map<string, string>();
    properties.set(owner, own.set(property, json));
  }
  return properties;
}
