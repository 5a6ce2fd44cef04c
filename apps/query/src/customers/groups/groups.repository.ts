import { Injectable } from '@nestjs/common';
import { estimateBytes, takeFitting } from '@svc/reading/paging';
import type { ProjectReader } from '@svc/reading/project-reader';
import type { Sql } from '@svc/reading/statement';
import { byOwner, type Properties } from '../persons/properties.repository.js';
import {
  countGroups,
  selectGroup,
  selectGroupProperties,
  selectGroupSizes,
  selectGroups,
  selectGroupsOfKey,
  selectTypes,
  type GroupFilter,
  type GroupRow,
} from './groups.query.js';

/** A group with its properties and figures. */
export interface Account extends GroupRow {
  readonly properties: Properties;
}

@Injectable()
export class GroupsRepository {
  types(reader: ProjectReader) {
    return this.#read<{ type: string; accounts: string }>(selectTypes(reader.scope), reader);
  }

  list(filter: GroupFilter, limit: number, offset: number, reader: ProjectReader): Promise<GroupRow[]> {
    return this.#read<GroupRow>(selectGroups(reader.scope, filter, limit, offset), reader);
  }

  async count(filter: GroupFilter, reader: ProjectReader): Promise<bigint> {
    const [row] = await this.#read<{ accounts: string }>(countGroups(reader.scope, filter), reader);
    return BigInt(row?.accounts ?? 0);
  }

  async find(type: string, key: string, reader: ProjectReader): Promise<Account | undefined> {
    const rows = await this.#read<GroupRow>(selectGroup(reader.scope, type, key), reader);
    const [account] = await this.withProperties(rows, reader);
    return account;
  }

  /** The groups with a key, of all types; at most `limit`. */
  async findByKey(key: string, limit: number, reader: ProjectReader): Promise<Account[]> {
    const rows = await this.#read<GroupRow>(selectGroupsOfKey(reader.scope, key, limit), reader);
    return this.withProperties(rows, reader);
  }

  /** The first groups that fit into a response together; at least one. */
  async withProperties(rows: readonly GroupRow[], reader: ProjectReader): Promise<Account[]> {
    if (rows.length === 0) return [];
    const measured = await this.#read<{ owner: string; bytes: string }>(selectGroupSizes(reader.scope, rows), reader);
    const sizes = new Map(measured.map(({ owner, bytes }) => [sameSpelling(owner), Number(bytes)]));
    const shown = await takeFitting(rows, (row) => estimateBytes(row) + (sizes.get(toOwnerKey(row)) ?? 0));
    const statement = selectGroupProperties(reader.scope, shown);
    const properties = byOwner(await this.#read<{ owner: string; property: string; json: string }>(statement, reader));
    const owners = new Map([...properties].map(([owner, own]) => [sameSpelling(owner), own]));
    return shown.map((row) => ({ ...row, properties: owners.get(toOwnerKey(row)) ?? new Map<string, string>() }));
  }

  #read<Row>(statement: Sql<Row>, reader: ProjectReader): Promise<Row[]> {
    return reader.rows(statement);
  }
}

const toOwnerKey = ({ type, account }: GroupRow): string => JSON.stringify([type, account]);
/** The engine escapes characters in JSON that JSON.stringify does not. */
const sameSpelling = (owner: string): string => JSON.stringify(JSON.parse(owner));
