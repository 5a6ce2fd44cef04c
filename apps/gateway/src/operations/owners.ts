import { getOption, hasOption, type DescService } from '@bufbuild/protobuf';
import { App as ContractApp, operations, owner } from '@svc/contract';

/** The apps that implement services. */
export type App = 'gateway' | 'query' | 'alerting' | 'exports' | 'integrations';

const NAMES: Readonly<Record<ContractApp, App | undefined>> = {
  [ContractApp.UNSPECIFIED]: undefined,
  [ContractApp.GATEWAY]: 'gateway',
  [ContractApp.QUERY]: 'query',
  [ContractApp.ALERTING]: 'alerting',
  [ContractApp.EXPORTS]: 'exports',
  [ContractApp.INTEGRATIONS]: 'integrations',
};

/**
 * The app that implements each service with operations, as the service's `owner` option declares it.
 *
 * @throws Error naming all services without an owner: nothing is served while a route would lead nowhere.
 */
export function findOwners(services: readonly DescService[] = servedServices()): ReadonlyMap<DescService, App> {
  const owners = new Map<DescService, App>();
  for (const service of services) {
    const app = hasOption(service, owner) ? NAMES[getOption(service, owner)] : undefined;
    if (app) owners.set(service, app);
  }
  const orphans = services.filter((service) => !owners.has(service));
  if (orphans.length > 0) throw new Error(`No app owns ${orphans.map((service) => service.typeName).join(', ')}`);
  return owners;
}

/** The services that have operations. */
export function servedServices(): DescService[] {
  return [...new Set(operations.map((operation) => operation.service))];
}
