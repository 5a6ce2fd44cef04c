import type { ReactNode } from 'react';
import { NothingFound } from '../scope/nothing-found.js';
import type { LogsState } from './fields.js';

interface NoRecordsProps {
  readonly state: LogsState;
}

/** Says why there are no records, and what to do about it. */
export function NoRecords({ state: { q, level, service } }: NoRecordsProps): ReactNode {
  return (
    <NothingFound
      signal="logs"
      items="records"
      lesson="Log records of your services appear here. Send them with an OpenTelemetry SDK."
      filters={[
        q !== '' && `matching “${q}”`,
        level.length > 0 && `of level ${level.join(' or ')}`,
        service.length > 0 && `of ${service.join(' or ')}`,
      ]}
      parameters={['q', 'level', 'service']}
    />
  );
}
