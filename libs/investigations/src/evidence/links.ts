import type { FactParameters } from '../facts/facts.js';
import type { Entity } from '../model.js';

/** Paths of public operations that show what a check has read. */
const BASE = '/api/v1';

function query(values: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

export const serviceMapPath = ({ environment }: FactParameters): string =>
  `${BASE}/services/map${query({ environment })}`;

export function requestsPath({ environment }: FactParameters, entity?: Entity): string {
  return entity
    ? `${BASE}/services/${encodeURIComponent(entity.name)}/red${query({ environment })}`
    : `${BASE}/services${query({ environment })}`;
}

export const tracesPath = ({ environment }: FactParameters, entity?: Entity): string =>
  `${BASE}/traces${query({ service: entity?.type === 'service' ? entity.name : undefined, environment })}`;

export const logsPath = ({ environment }: FactParameters, entity?: Entity): string =>
  `${BASE}/logs/patterns${query({ service: entity?.type === 'service' ? entity.name : undefined, environment })}`;

export const agentRunsPath = ({ environment }: FactParameters, entity?: Entity): string =>
  `${BASE}/agent-runs${query({ agent: entity?.name, environment })}`;

export const issuesPath = (): string => `${BASE}/issues`;
export const flagsPath = (): string => `${BASE}/flags`;
export const releasesPath = (): string => `${BASE}/releases`;
