export interface RedisStoreOptions {
  /** `redis://user:password@host:port/db`, or `rediss://` for TLS; the host is ignored with `sentinels` and `clusterNodes`. */
  readonly url: string;
  /** The Sentinels that know which server is the primary, as `host:port`. */
  readonly sentinels?: { readonly addresses: readonly string[]; readonly name: string; readonly password?: string };
  /** Some nodes of a cluster, as `host:port`. */
  readonly clusterNodes?: readonly string[];
  /** Prefix of every key and channel, so that several installations can share a server; default `svc:`. */
  readonly prefix?: string;
  /** A command without a response for this long fails; default 1000. */
  readonly commandTimeoutMs?: number;
}
