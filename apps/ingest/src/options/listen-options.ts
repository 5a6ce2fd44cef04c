import type { ConnectionLimits } from '@svc/fairness';
import type { ServerCertificate } from '@svc/tls';

/** Where and how a port of ingestion listens. */
export interface IngestListenOptions {
  readonly host: string;
  readonly port: number;
  /** The port accepts only TLS when given. */
  readonly certificate?: ServerCertificate | undefined;
  /** The defaults of the settings when absent. */
  readonly connections?: ConnectionLimits | undefined;
}
