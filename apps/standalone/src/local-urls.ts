import type { StandaloneConfig } from './standalone.settings.js';

/** The URLs at which programs on this machine reach the HTTP interface and the ingestion interface. */
export function localUrls(config: StandaloneConfig): { readonly rest: string; readonly otlp: string } {
  const scheme = config.SVC_TLS_CERT_FILE === undefined ? 'http' : 'https';
  return {
    rest: `${scheme}://${config.SVC_HTTP_HOST}:${config.SVC_HTTP_PORT}`,
    otlp: `${scheme}://${config.SVC_INGEST_HOST}:${config.SVC_INGEST_PORT}`,
  };
}
