import type { ConfigOf } from './config.js';
import { optional, setting } from './setting.js';

/** The settings that every service process needs to call the others. */
export const RPC_SETTINGS = {
  SVC_RPC_TOKEN: setting.secret({ minLength: 16, description: 'Shared secret of the services for internal calls' }),
  SVC_RPC_TLS_CERT_FILE: optional(
    setting.text({
      description:
        'PEM file with the certificate of this service for internal calls; all services then use mutual TLS. Reloaded every minute',
    }),
  ),
  SVC_RPC_TLS_KEY_FILE: optional(setting.text({ description: 'PEM file with the private key of that certificate' })),
  SVC_RPC_TLS_CA_FILE: optional(
    setting.text({
      description: 'PEM file with the certificate authority that signed the certificates of all services',
    }),
  ),
} as const;

/** The gRPC listen address of a service, with the port that it has by default. */
export const rpcListenSetting = (port: number) =>
  setting.text({ default: `127.0.0.1:${port}`, description: 'gRPC listen address' });

const SERVICE_ADDRESS = /^(unix:\/.+|[^:,\s]+:\d+(,[^:,\s]+:\d+)*|\[[0-9a-fA-F:]+\]:\d+)$/;

/** The gRPC address of another service, whose port is `port` by default. */
export const rpcAddressSetting = (service: string, port: number) =>
  setting.text({
    default: `127.0.0.1:${port}`,
    pattern: SERVICE_ADDRESS,
    reason: 'must be host:port, a list of them, or unix:/path',
    description: `gRPC address of the ${service} service, or the IPv4 addresses of its processes, comma-separated`,
  });

/**
 * Converts the settings to the credentials of both ends of an internal call.
 *
 * @throws Error if only some of the files are given.
 */
export function toRpcCredentials(config: ConfigOf<typeof RPC_SETTINGS>) {
  const files = [config.SVC_RPC_TLS_CERT_FILE, config.SVC_RPC_TLS_KEY_FILE, config.SVC_RPC_TLS_CA_FILE];
  const [certificateFile, keyFile, authorityFile] = files;
  const token = config.SVC_RPC_TOKEN;
  if (certificateFile !== undefined && keyFile !== undefined && authorityFile !== undefined)
    return { token, certificates: { certificateFile, keyFile, authorityFile } };
  if (files.some((file) => file !== undefined))
    throw new Error('SVC_RPC_TLS_CERT_FILE, SVC_RPC_TLS_KEY_FILE and SVC_RPC_TLS_CA_FILE must be set together');
  return { token };
}
