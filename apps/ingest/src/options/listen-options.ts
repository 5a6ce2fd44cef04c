import type { ConnectionLimits } from '@svc/http';
import type { ServerCertificate } from '@svc/http';

/** The address of a port of ingestion and the way in which it listens. */
export interface IngestListenOptions {
  readonly host: string;
  readonly port: number;
  /** The port accepts only TLS when given. */
  readonly certificate?: ServerCertificate | undefined;
  /** The defaults of the settings when absent. */
  readonly connections?: ConnectionLimits | undefined;
}
