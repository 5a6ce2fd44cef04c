/** Where the HTTP interface listens. */
export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  /** Addresses and networks whose X-Forwarded-For names the client; the header is ignored when there are none. */
  readonly trustedProxies?: readonly string[];
}
