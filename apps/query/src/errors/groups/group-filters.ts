import type { ErrorsGroupsRequest } from '@svc/contract';
import { nonEmpty, oneOf, sql, type Sql } from '@svc/reading/statement';

/** Exact values; an empty one does not filter. */
export interface GroupFilters {
  readonly platform: string;
  readonly serviceName: string;
  readonly mechanism: string;
  readonly release: string;
  readonly environment: readonly string[];
}

export const NO_FILTERS: GroupFilters = { platform: '', serviceName: '', mechanism: '', release: '', environment: [] };

export function toGroupFilters(request: ErrorsGroupsRequest): GroupFilters {
  const { platform, serviceName, mechanism, release, environment } = request;
  return { platform, serviceName, mechanism, release, environment: nonEmpty(environment) };
}

export function groupFilters(filters: GroupFilters): (Sql | undefined)[] {
  const { platform, serviceName, mechanism, release, environment } = filters;
  return [
    oneOf(sql`platform`, nonEmpty([platform])),
    oneOf(sql`service_name`, nonEmpty([serviceName])),
    oneOf(sql`mechanism`, nonEmpty([mechanism])),
    oneOf(sql`release`, nonEmpty([release])),
    oneOf(sql`environment`, environment),
  ];
}
