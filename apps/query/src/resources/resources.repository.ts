import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { COLUMN_STORE } from '../dependencies.js';
import type { Budget, Scope } from '../statement/index.js';
import { selectResources } from './resources.query.js';

export type ResourceAttributes = Record<string, string>;

/** The attributes of resources stand once beside the rows; they are joined when rows are shown. */
@Injectable()
export class ResourcesRepository {
  constructor(@Inject(COLUMN_STORE) private readonly store: ColumnStore) {}

  /** Attributes by hash. A hash whose attributes have not arrived is absent. */
  async read(
    rows: readonly { readonly resource_hash: string }[],
    scope: Scope,
    budget: Budget,
  ): Promise<ReadonlyMap<string, ResourceAttributes>> {
    const hashes = [...new Set(rows.map((row) => row.resource_hash))];
    if (hashes.length === 0) return new Map();
    const found = await this.store.query<{ resource_hash: string; resource: ResourceAttributes }>(
      budget.statement(selectResources(scope, hashes)),
    );
    return new Map(found.map(({ resource_hash, resource }) => [resource_hash, resource]));
  }
}
