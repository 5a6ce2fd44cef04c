import { randomBytes } from 'node:crypto';

interface ExportedLogs {
  readonly resourceLogs: readonly {
    readonly resource: { readonly attributes: readonly { readonly value: { readonly stringValue: string } }[] };
    readonly scopeLogs: readonly {
      readonly logRecords: readonly {
        readonly timeUnixNano: string;
        readonly body: { readonly stringValue: string };
      }[];
    }[];
  }[];
}

interface Line {
  readonly service: string;
  readonly timeUnixNano: string;
  readonly text: string;
}

/** The log records of an export request as lines of the push API of Loki, whose streams name the service. */
export function toLokiPush(json: string): string {
  const streams = readLines(json).map(({ service, timeUnixNano, text }) => ({
    stream: { service_name: service },
    values: [[timeUnixNano, text]],
  }));
  return JSON.stringify({ streams });
}

/** The log records of an export request as logs of an envelope of Sentry, with a failed span for each, whose status is the text. */
export function toSentryEnvelope(json: string): string {
  const traceId = randomBytes(16).toString('hex');
  const lines = readLines(json).map((line) => ({ ...line, at: Number(line.timeUnixNano) / 1e9 }));
  const logs = lines.map(({ service, at, text }) => ({
    timestamp: at,
    trace_id: traceId,
    level: 'info',
    body: text,
    attributes: { 'service.name': { value: service, type: 'string' } },
  }));
  const spans = lines.map(({ service, at, text }) => ({
    trace_id: traceId,
    span_id: randomBytes(8).toString('hex'),
    name: 'work',
    start_timestamp: at,
    end_timestamp: at,
    status: text,
    attributes: {
      'service.name': { value: service, type: 'string' },
      'sentry.op': { value: 'http.server', type: 'string' },
    },
  }));
  const content = [{}, { type: 'log' }, { items: logs }, { type: 'span' }, { items: spans }];
  return content.map((line) => JSON.stringify(line)).join('\n');
}

function readLines(json: string): Line[] {
  const { resourceLogs } = JSON.parse(json) as ExportedLogs;
  return resourceLogs.flatMap(({ resource, scopeLogs }) =>
    scopeLogs.flatMap(({ logRecords }) =>
      logRecords.map(({ timeUnixNano, body }) => ({
        service: resource.attributes[0]?.value.stringValue ?? '',
        timeUnixNano,
        text: body.stringValue,
      })),
    ),
  );
}
