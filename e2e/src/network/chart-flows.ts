import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@svc/testing';
import { parse } from 'yaml';

interface Network {
  readonly services: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly calls: readonly { readonly from: string; readonly to: string; readonly port: string }[];
  readonly exits: readonly { readonly from: string; readonly to: string }[];
  readonly optionalExits: readonly { readonly from: string; readonly to: string }[];
}

const network = parse(readFileSync(path.join(ROOT, 'deploy/helm/svc/files/network.yaml'), 'utf8')) as Network;

/** The connections that the network policies of the chart allow, as `gateway > query rpc` or `gateway > postgres`. */
export const ALLOWED: ReadonlySet<string> = new Set([
  ...network.calls.map(({ from, to, port }) => `${from} > ${to} ${port}`),
  ...[...network.exits, ...network.optionalExits].map(({ from, to }) => `${from} > ${to}`),
]);

/** Number of ports of a service in the chart. */
export function countPorts(service: string): number {
  return Object.keys(network.services[service] ?? {}).length;
}
