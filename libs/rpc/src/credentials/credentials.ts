import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { credentials, experimental, ServerCredentials, type ChannelCredentials } from '@grpc/grpc-js';
import { isSocket } from '../address.js';

/** The credentials that the two ends of a connection exchange. A unix socket needs none: its directory is private. */
export interface RpcCredentials {
  /** The secret that all services share; required over TCP. */
  readonly token?: string | undefined;
  /** Without certificates, calls over TCP are not encrypted. */
  readonly certificates?: RpcCertificates | undefined;
}

/** Paths of PEM files, which are read again every minute. Both ends present a certificate that the authority has signed. */
export interface RpcCertificates {
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly authorityFile: string;
}

const RELOAD_MS = 60_000;

/** @throws Error if the files are missing or do not hold a certificate with its key. */
export function clientCredentials(address: string, certificates: RpcCertificates | undefined): ChannelCredentials {
  if (!certificates || isSocket(address)) return credentials.createInsecure();
  const provider = watch(certificates);
  return experimental.createCertificateProviderChannelCredentials(provider, provider);
}

/**
 * A client without a certificate of the authority gets no further than the handshake.
 *
 * @throws Error if the files are missing or do not hold a certificate with its key.
 */
export function serverCredentials(address: string, certificates: RpcCertificates | undefined): ServerCredentials {
  if (!certificates || isSocket(address)) return ServerCredentials.createInsecure();
  const provider = watch(certificates);
  return experimental.createCertificateProviderServerCredentials(provider, provider, true);
}

function watch({ certificateFile, keyFile, authorityFile }: RpcCertificates) {
  // The provider would not report unusable files: every connection would wait.
  createSecureContext({
    cert: readFileSync(certificateFile),
    key: readFileSync(keyFile),
    ca: readFileSync(authorityFile),
  });
  return new experimental.FileWatcherCertificateProvider({
    certificateFile,
    privateKeyFile: keyFile,
    caCertificateFile: authorityFile,
    refreshIntervalMs: RELOAD_MS,
  });
}
