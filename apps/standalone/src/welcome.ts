import type { StandaloneConfig } from './standalone.settings.js';

export interface FirstStart {
  /** Name of the profile that was written for the command-line client. */
  readonly profile: string;
  /** The owner's key where nobody gave one; it is shown this once. */
  readonly secret: string | undefined;
}

/** What a person sees when the service is up. */
export function welcome(config: StandaloneConfig, first: FirstStart | undefined): string {
  const rest = `http://${config.SVC_HTTP_HOST}:${config.SVC_HTTP_PORT}`;
  const otlp = `http://${config.SVC_INGEST_HOST}:${config.SVC_INGEST_PORT}`;
  const profile = first === undefined || first.profile === 'default' ? '' : ` --profile ${first.profile}`;
  const lines = [
    '',
    `  REST      ${rest}/api/v1    reference ${rest}/docs`,
    `  OTLP      ${otlp}    gRPC ${config.SVC_INGEST_HOST}:${config.SVC_OTLP_GRPC_PORT}`,
    ...(first?.secret === undefined
      ? []
      : [`  API key   ${first.secret}    shown this once; the svc profile '${first.profile}' has it`]),
    '',
    '  Point a program with an OpenTelemetry SDK here:',
    `    export OTEL_EXPORTER_OTLP_ENDPOINT=${otlp} OTEL_EXPORTER_OTLP_HEADERS=X-Svc-API-Key=${first?.secret ?? '<API key>'}`,
    '  Read it back:',
    `    npx svc logs query${profile}`,
    `    npx svc traces search${profile}`,
    '',
  ];
  return lines.join('\n');
}
