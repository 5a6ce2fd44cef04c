import { localUrls } from './local-urls.js';
import type { StandaloneConfig } from './standalone.settings.js';

export interface FirstStart {
  /** Name of the profile that was written for the command-line client. */
  readonly profile: string;
  /** The generated key of the owner, shown only once; undefined if a key was configured. */
  readonly secret: string | undefined;
}

/** Formats the message that is printed when the service is ready. */
export function welcome(config: StandaloneConfig, first: FirstStart | undefined): string {
  const { rest, otlp } = localUrls(config);
  const profile = first === undefined || first.profile === 'default' ? '' : ` --profile ${first.profile}`;
  const lines = [
    '',
    `  REST      ${rest}/api/v1    reference ${rest}/docs`,
    `  OTLP      ${otlp}    gRPC ${config.SVC_INGEST_HOST}:${config.SVC_OTLP_GRPC_PORT}`,
    ...(first?.secret === undefined
      ? []
      : [`  API key   ${first.secret}    shown only once; saved in the svc profile '${first.profile}'`]),
    '',
    '  Install the client, here or on another machine, and query:',
    `    npm install --global ${rest}/cli.tgz`,
    `    svc logs query${profile}`,
    `    svc traces search${profile}`,
    `  Send data from a program with an OpenTelemetry SDK${first?.secret === undefined ? ', with an API key in $API_KEY' : ''}:`,
    ...(first?.secret === undefined ? [] : [`    API_KEY=${first.secret}`]),
    `    export OTEL_EXPORTER_OTLP_ENDPOINT=${otlp} OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf`,
    '    export OTEL_EXPORTER_OTLP_HEADERS="X-Svc-API-Key=$API_KEY"',
    '',
  ];
  return lines.join('\n');
}
