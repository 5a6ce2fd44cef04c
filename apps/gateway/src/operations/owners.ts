import type { DescService } from '@bufbuild/protobuf';
import {
  Account,
  ApiKeys,
  Cohorts,
  ContactMethods,
  Events,
  Flags,
  Invitations,
  Groups,
  Logs,
  Me,
  Members,
  Metrics,
  Persons,
  Projects,
  SavedSearches,
  Search,
  Segments,
  Services,
  Settings,
  Traces,
  Usage,
  operations,
} from '@svc/contract';

/** The apps that serve operations over gRPC. */
const APPS = ['gateway', 'query', 'alerting', 'exports', 'integrations', 'ingest'] as const;
export type App = (typeof APPS)[number];

/** Which app implements which service of the contract. */
const OWNED: Partial<Record<App, readonly DescService[]>> = {
  gateway: [Account, ApiKeys, ContactMethods, Invitations, Me, Members, Projects, Settings],
  query: [
    Cohorts,
    Events,
    Flags,
    Groups,
    Logs,
    Metrics,
    Persons,
    SavedSearches,
    Search,
    Segments,
    Services,
    Traces,
    Usage,
  ],
};

/**
 * The app behind every service that has operations.
 *
 * @throws Error naming all services nobody owns: nothing is served while a route would lead nowhere.
 */
export function findOwners(services: readonly DescService[] = servedServices()): ReadonlyMap<DescService, App> {
  const owners = new Map<DescService, App>();
  for (const app of APPS) for (const service of OWNED[app] ?? []) owners.set(service, app);
  const orphans = services.filter((service) => !owners.has(service));
  if (orphans.length > 0) throw new Error(`No app owns ${orphans.map((service) => service.typeName).join(', ')}`);
  return owners;
}

export function servedServices(): DescService[] {
  return [...new Set(operations.map((operation) => operation.service))];
}
