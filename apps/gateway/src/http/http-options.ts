import type { ConnectionLimits } from '@svc/http';
import type { CertificateFiles } from '@svc/http';

/** The address of the HTTP interface and the way in which it listens. */
export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  /** Addresses and networks whose X-Forwarded-For names the client; the header is ignored if the list is empty. */
  readonly trustedProxies?: readonly string[];
  /** The port accepts only TLS when given. */
  readonly certificateFiles?: CertificateFiles | undefined;
  /** Browsers and clients reach the port through a proxy with TLS. */
  readonly isBehindTls?: boolean | undefined;
  /** The defaults of the settings when absent. */
  readonly connections?: ConnectionLimits | undefined;
}
