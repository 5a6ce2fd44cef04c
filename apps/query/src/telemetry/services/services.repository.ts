import { Injectable } from '@nestjs/common';
import type { ProjectReader } from '@svc/reading/project-reader';
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
  /** Lists at most `limit` services by name. */
  list(
    minutes: TimeRange,
    environments: readonly string[],
    limit: number,
    reader: ProjectReader,
  ): Promise<ServiceRow[]> {
    return reader.rows(selectServices(reader.scope, minutes, environments, limit));
  }

  buckets(buckets: ServiceBuckets, reader: ProjectReader): Promise<BucketRow[]> {
    return reader.rows(selectBuckets(buckets));
  }

  async isKnown(service: string, reader: ProjectReader): Promise<boolean> {
    const rows = await reader.rows(selectKnownService(reader.scope, service));
    return rows.length > 0;
  }
}
