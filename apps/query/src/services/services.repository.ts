import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { COLUMN_STORE } from '../dependencies.js';
import type { Budget, Scope, Sql, TimeRange } from '../statement/index.js';
import {
  selectBuckets,
  selectKnownService,
  selectLeftOut,
  selectLeftOutBuckets,
  selectServices,
  type BucketRow,
  type LeftOutRow,
  type ServiceBuckets,
  type ServiceRow,
} from './services.query.js';

/** A project has hundreds; ten thousand are a sender that puts ids into names. */
export const MAX_SERVICES = 10_000;

/** A row of what is stored, with what sampling left out of it. */
export type WithLeftOut<Row> = Row & { readonly leftOut: LeftOutRow | undefined };

@Injectable()
export class ServicesRepository {
  constructor(@Inject(COLUMN_STORE) private readonly store: ColumnStore) {}

  async list(
    scope: Scope,
    minutes: TimeRange,
    environments: readonly string[],
    budget: Budget,
  ): Promise<WithLeftOut<ServiceRow>[]> {
    const [rows, leftOut] = await Promise.all([
      this.read<ServiceRow>(selectServices(scope, minutes, environments, MAX_SERVICES), budget),
      this.read<LeftOutRow & { service_name: string }>(
        selectLeftOut(scope, minutes, environments, MAX_SERVICES),
        budget,
      ),
    ]);
    return joined('service_name', rows, leftOut);
  }

  async buckets(buckets: ServiceBuckets, budget: Budget): Promise<WithLeftOut<BucketRow>[]> {
    const [rows, leftOut] = await Promise.all([
      this.read<BucketRow>(selectBuckets(buckets), budget),
      this.read<LeftOutRow & { bucket: string }>(selectLeftOutBuckets(buckets), budget),
    ]);
    return joined('bucket', rows, leftOut);
  }

  async isKnown(scope: Scope, service: string, budget: Budget): Promise<boolean> {
    const rows = await this.store.query(budget.statement(selectKnownService(scope, service)));
    return rows.length > 0;
  }

  private read<Row>(statement: Sql, budget: Budget): Promise<Row[]> {
    return this.store.query<Row>(budget.statement(statement));
  }
}

function joined<Key extends string, Row extends Record<Key, string>>(
  key: Key,
  rows: readonly Row[],
  leftOut: readonly (LeftOutRow & Record<Key, string>)[],
): WithLeftOut<Row>[] {
  const byKey = new Map<string, LeftOutRow>(leftOut.map((row) => [row[key], row]));
  return rows.map((row) => ({ ...row, leftOut: byKey.get(row[key]) }));
}
