import type { ReactNode } from 'react';
import { useScope } from '../scope/scope.js';
import { useIngestUrl } from '../session/use-ingest-url.js';
import { describeRange } from '../time/range.js';
import { Button } from '../ui/controls/button.js';
import { Empty } from '../ui/feedback/empty.js';
import { OutsideText } from '../ui/text/outside-text.js';

interface NoServicesProps {
  /** The part of the name that was searched. */
  readonly name: string;
  readonly onShowAll: () => void;
}

/** Says which range and filters have no service, and how services get here. */
export function NoServices({ name, onShowAll }: NoServicesProps): ReactNode {
  const ingestUrl = useIngestUrl();
  const { range, zone, nowMs, env, update } = useScope();
  const isNarrowed = name !== '' || env.length > 0;
  const filters = `${name === '' ? '' : ` whose name contains “${name}”`}${env.length === 0 ? '' : ` in ${env.join(' or ')}`}`;
  return (
    <Empty
      title="No services"
      text={
        <>
          <OutsideText
            text={`No service${filters} has sent a span in this time range: ${describeRange(range, zone, nowMs)}.`}
          />
          {!isNarrowed && ' Services appear here as soon as their first span arrives from an OpenTelemetry SDK.'}
        </>
      }
      {...(!isNarrowed && { command: `export OTEL_EXPORTER_OTLP_ENDPOINT=${ingestUrl}` })}
    >
      <Button onClick={() => update({ from: '-24h', to: 'now' })}>Show the last 24 hours</Button>
      {isNarrowed && (
        <Button
          onClick={() => {
            onShowAll();
            if (env.length > 0) update({ env: [] });
          }}
        >
          Remove the filters
        </Button>
      )}
    </Empty>
  );
}
