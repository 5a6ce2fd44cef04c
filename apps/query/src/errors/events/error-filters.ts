import type { ErrorsSearchRequest } from '@svc/contract';
import { compileSearch } from '@svc/reading/search-language';
import { ERROR_FIELDS } from '@svc/reading/signals';
import { nonEmpty, oneOf, sql, type Scope, type Sql } from '@svc/reading/statement';

export interface ErrorFilters {
  readonly q: string;
  readonly service: readonly string[];
  readonly level: readonly string[];
  readonly environment: readonly string[];
}

export const NO_FILTERS: ErrorFilters = { q: '', service: [], level: [], environment: [] };

export function toErrorFilters({ q, service, level, environment }: ErrorsSearchRequest): ErrorFilters {
  return {
    q,
    service: nonEmpty(service),
    // Logs call it warn.
    level: nonEmpty(level.map((name) => (name === 'warn' ? 'warning' : name))),
    environment: nonEmpty(environment),
  };
}

/** Compiled once per request; all its statements share it. */
export function errorFilters({ q, service, level, environment }: ErrorFilters, scope: Scope): (Sql | undefined)[] {
  return [
    oneOf(sql`service_name`, service),
    oneOf(sql`environment`, environment),
    oneOf(sql`level`, level),
    compileSearch(q, ERROR_FIELDS, scope),
  ];
}
