import type { ErrorsGroupsRequest } from '@svc/contract';
import { nonEmpty, oneOf, serviceFilter, sql, type Sql } from '@svc/reading/statement';

/** Exact values; an empty one does not filter. */
export interface GroupFilters {
  readonly platform: string;
  readonly service: readonly string[];
  readonly mechanism: string;
  readonly release: string;
  readonly environment: readonly string[];
}

export const NO_FILTERS: GroupFilters = { platform: '', service: [], mechanism: '', release: '', environment: [] };

export function toGroupFilters(request: ErrorsGroupsRequest): GroupFilters {
  const { platform, mechanism, release, environment } = request;
  return { platform, service: serviceFilter(request), mechanism, release, environment: nonEmpty(environment) };
}

export function groupFilters(filters: GroupFilters): (Sql | undefined)[] {
  const { platform, service, mechanism, release, environment } = filters;
  return [
    oneOf(sql`platform`, nonEmpty([platform])),
    oneOf(sql`service_name`, service),
    oneOf(sql`mechanism`, nonEmpty([mechanism])),
    oneOf(sql`release`, nonEmpty([release])),
    oneOf(sql`environment`, environment),
  ];
}
