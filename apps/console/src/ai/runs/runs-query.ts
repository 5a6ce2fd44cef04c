import type { Input } from '../../api/call.js';
import type { ScopeQuery } from '../../scope/scope.js';
import type { AiState } from '../fields.js';

const PAGE_SIZE = 100;

export type RunFilters = Pick<AiState, 'agent' | 'provider' | 'person' | 'status' | 'errors'>;

/** The request for the runs that began in the time range and match the filters. */
export function toRunsInput(
  scope: ScopeQuery,
  { agent, provider, person, status, errors }: RunFilters,
): Input<'GET /agent-runs'> {
  return {
    query: {
      ...scope,
      agent,
      provider,
      distinct_id: person,
      ...(status.length > 0 && { status }),
      ...(errors && { errors_only: true }),
      limit: PAGE_SIZE,
    },
  };
}

/** The filters in words, for a list that is empty. */
export function describeRunFilters({ agent, provider, person, status, errors }: RunFilters): readonly string[] {
  return [
    agent !== '' && `of the agent ${agent}`,
    provider !== '' && `with models of ${provider}`,
    person !== '' && `for the person ${person}`,
    status.length > 0 && `with the status ${status.map(describeStatus).join(' or ')}`,
    errors && 'that failed',
  ].filter((text) => text !== false);
}

export function describeStatus(status: string): string {
  return status.replaceAll('_', ' ');
}
