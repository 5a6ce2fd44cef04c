import type { ConfigFileError } from '@svc/profile';
import { localUrls } from './local-urls.js';
import type { StandaloneConfig } from './standalone.settings.js';

export interface FirstStart {
  /** Name of the profile that was written for the command-line client, or why none was. */
  readonly profile: string | ConfigFileError;
  /** The generated key of the owner, shown only once; undefined if a key was configured. */
  readonly secret: string | undefined;
}

/** The accounts of the service at its start. */
export interface Accounts {
  /** Describes what became of the configured first owner; undefined if none is configured. */
  readonly owner: string | undefined;
  /** The token with which the first account is created; undefined if there is one. */
  readonly setupToken: string | undefined;
}

/** Formats the message that is printed when the service is ready. */
export function welcome(config: StandaloneConfig, first: FirstStart | undefined, accounts: Accounts): string {
  const { owner, setupToken } = accounts;
  const { rest, otlp } = localUrls(config);
  const saved = typeof first?.profile === 'string' ? first.profile : undefined;
  const profile = saved === undefined || saved === 'default' ? '' : ` --profile ${saved}`;
  const failure = typeof first?.profile === 'object' ? [`  Profile   not saved: ${first.profile.message}`] : [];
  const isSaved = saved === undefined ? '' : `; saved in the svc profile '${saved}'`;
  const consoleUrl = config.SVC_PUBLIC_URL?.replace(/\/$/, '') ?? rest;
  const lines = [
    '',
    setupToken === undefined
      ? `  Console   ${consoleUrl}/`
      : `  Console   ${consoleUrl}/setup?token=${setupToken}    create your account`,
    `  REST      ${rest}/api/v1    reference ${rest}/docs`,
    `  OTLP      ${otlp}    gRPC ${config.SVC_INGEST_HOST}:${config.SVC_OTLP_GRPC_PORT}`,
    ...(first?.secret === undefined ? [] : [`  API key   ${first.secret}    shown only once${isSaved}`]),
    ...failure,
    ...(owner === undefined ? [] : [`  Owner     ${owner}`]),
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
