import { rawRoutes, type RawRoute } from '@svc/contract';
import type { Wire } from '@svc/external-alerts';

/** The wires of the routes, by the beginning of the IDs after the prefix. */
const WIRES: Readonly<Record<string, Wire>> = {
  prometheus: 'alertmanager_api',
  alertmanager: 'alertmanager',
  grafana: 'grafana',
  json: 'json',
  pagerduty: 'pagerduty',
  opsgenie: 'opsgenie',
};
const PREFIX = 'external_alerts.';

/** The route of the contract, with its requirements on callers. */
export function findRoute(name: string): RawRoute {
  const route = rawRoutes.find(({ id }) => id === `${PREFIX}${name}`);
  if (!route) throw new Error(`The contract has no route ${PREFIX}${name}`);
  return route;
}

/** The wire of a route. */
export function wireOf({ id }: Pick<RawRoute, 'id'>): Wire {
  const wire = WIRES[id.slice(PREFIX.length).split('_', 1)[0] ?? ''];
  if (!wire) throw new Error(`The route ${id} has no wire`);
  return wire;
}
