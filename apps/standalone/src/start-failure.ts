import type { StandaloneConfig } from './standalone.settings.js';

const PORTS = ['SVC_HTTP_PORT', 'SVC_INGEST_PORT', 'SVC_OTLP_GRPC_PORT', 'SVC_METRICS_PORT'] as const;

/** What a person is told when the service cannot start: what is in the way and, where there is one, the setting that leads around it. */
export function startFailure(cause: unknown, config: Pick<StandaloneConfig, (typeof PORTS)[number]>): string {
  const { code, port, message } = cause as NodeJS.ErrnoException & { readonly port?: number };
  const setting = PORTS.find((name) => port !== undefined && config[name] === port);
  if (setting && code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. End that one, or choose another port with ${setting}.`;
  if (setting && code === 'EACCES')
    return `Port ${port} may not be opened by this user. Choose one above 1023 with ${setting}.`;
  return `The service cannot start. ${message}`;
}
