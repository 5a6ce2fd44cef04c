import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { COLUMN_STORE } from '@svc/service';
import { estimateBytes, takeFitting } from '@svc/reading/paging';
import { byOwner, type Properties } from '../persons/properties.repository.js';
import type { Budget, Scope, Sql } from '@svc/reading/statement';
import {
  countGroups,
  selectGroup,
  selectGroupProperties,
  selectGroupSizes,
  selectGroups,
  selectTypes,
  type GroupFilter,
  type GroupRow,
} from './groups.query.js';

/** An account with what is known of it. */
export interface Account extends GroupRow {
  readonly properties: Properties;
}

@Injectable()
export class GroupsRepository {
  constructor(@Inject(COLUMN_STORE) private readonly store: ColumnStore) {}

  types(scope: Scope, budget: Budget) {
    return this.#read<{ type: string; accounts: string }>(selectTypes(scope), budget);
  }

  list(filter: GroupFilter, limit: number, offset: number, scope: Scope, budget: Budget): Promise<GroupRow[]> {
    return this.#read<GroupRow>(selectGroups(scope, filter, limit, offset), budget);
  }

  async count(filter: GroupFilter, scope: Scope, budget: Budget): Promise<bigint> {
    const [row] = await this.#read<{ accounts: string }>(countGroups(scope, filter), budget);
    return BigInt(row?.accounts ?? 0);
  }

  async find(type: string, key: string, scope: Scope, budget: Budget): Promise<Account | undefined> {
    const rows = await this.#read<GroupRow>(selectGroup(scope, type, key), budget);
    const [account] = await this.withProperties(rows, scope, budget);
    return account;
  }

  /** The first accounts that fit into an answer together; at least one. */
  async withProperties(rows: readonly GroupRow[], scope: Scope, budget: Budget): Promise<Account[]> {
    if (rows.length === 0) return [];
    const measured = await this.#read<{ owner: string; bytes: string }>(selectGroupSizes(scope, rows), budget);
    const sizes = new Map(measured.map(({ owner, bytes }) => [sameSpelling(owner), Number(bytes)]));
    const shown = await takeFitting(rows, (row) => estimateBytes(row) + (sizes.get(ownerOf(row)) ?? 0));
    const statement = selectGroupProperties(scope, shown);
    const properties = byOwner(await this.#read<{ owner: string; property: string; json: string }>(statement, budget));
    const owners = new Map([...properties].map(([owner, own]) => [sameSpelling(owner), own]));
    return shown.map((row) => ({ ...row, properties: owners.get(ownerOf(row)) ?? new Map<string, string>() }));
  }

  #read<Row>(statement: Sql, budget: Budget): Promise<Row[]> {
    return this.store.query<Row>(budget.statement(statement));
  }
}

const ownerOf = ({ type, account }: GroupRow): string => JSON.stringify([type, account]);
/** The engine escapes in JSON what we do not. */
const sameSpelling = (owner: string): string => JSON.stringify(JSON.parse(owner));
