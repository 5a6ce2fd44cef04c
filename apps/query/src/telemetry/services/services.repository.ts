import { Inject, Injectable } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { COLUMN_STORE } from '@svc/service';
import type { Budget, Scope } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import {
  selectBuckets,
  selectKnownService,
  selectServices,
  type BucketRow,
  type ServiceBuckets,
  type ServiceRow,
} from './services.query.js';

@Injectable()
export class ServicesRepository {
  constructor(@Inject(COLUMN_STORE) private readonly store: ColumnStore) {}

  /** At most `limit`, by name. */
  list(
    scope: Scope,
    minutes: TimeRange,
    environments: readonly string[],
    limit: number,
    budget: Budget,
  ): Promise<ServiceRow[]> {
    return this.store.query<ServiceRow>(budget.statement(selectServices(scope, minutes, environments, limit)));
  }

  buckets(buckets: ServiceBuckets, budget: Budget): Promise<BucketRow[]> {
    return this.store.query<BucketRow>(budget.statement(selectBuckets(buckets)));
  }

  async isKnown(scope: Scope, service: string, budget: Budget): Promise<boolean> {
    const rows = await this.store.query(budget.statement(selectKnownService(scope, service)));
    return rows.length > 0;
  }
}
