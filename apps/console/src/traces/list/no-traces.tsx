import type { ReactNode } from 'react';
import { NothingFound } from '../../scope/nothing-found.js';
import { formatDuration } from '../../time/amounts.js';
import { NO_FILTERS, toMinDuration, type TracesState } from '../fields.js';

interface NoTracesProps {
  readonly state: TracesState;
}

/** Says why there are no traces, and what to do about it. */
export function NoTraces({ state }: NoTracesProps): ReactNode {
  const { q, service, operation, status, person } = state;
  const min = toMinDuration(state.min);
  return (
    <NothingFound
      signal="traces"
      items="traces"
      lesson="Traces of your services appear here. Send their spans with an OpenTelemetry SDK."
      filters={[
        q !== '' && `matching “${q}”`,
        service.length > 0 && `with ${service.join(' or ')}`,
        operation.length > 0 && `with ${operation.join(' or ')}`,
        status === 'error' && 'with a failed span',
        status === 'ok' && 'without failed spans',
        min !== undefined && `of at least ${formatDuration(min, 'ms')}`,
        person !== undefined && `of ${person}`,
      ]}
      parameters={Object.keys(NO_FILTERS)}
    />
  );
}
