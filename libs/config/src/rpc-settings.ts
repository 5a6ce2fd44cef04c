import type { ConfigOf } from './config.js';
import { optional, setting } from './setting.js';

/** The settings that every service process needs to call the others; its listen address is a separate setting. */
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
