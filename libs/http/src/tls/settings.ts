import { optional, setting, type ConfigOf } from '@svc/config';
import type { CertificateFiles } from './server-certificate.js';

/** Settings of every service with public ports. */
export const TLS_SETTINGS = {
  SVC_TLS_CERT_FILE: optional(
    setting.text({
      description:
        'PEM file with the certificate chain of the public ports, which then accept only TLS. Reloaded when it changes',
    }),
  ),
  SVC_TLS_KEY_FILE: optional(setting.text({ description: 'PEM file with the private key of that certificate' })),
} as const;

/** @throws Error if only one of the two files is given. */
export function toCertificateFiles(config: ConfigOf<typeof TLS_SETTINGS>): CertificateFiles | undefined {
  const { SVC_TLS_CERT_FILE: certificateFile, SVC_TLS_KEY_FILE: keyFile } = config;
  if (certificateFile !== undefined && keyFile !== undefined) return { certificateFile, keyFile };
  if (certificateFile !== undefined || keyFile !== undefined)
    throw new Error('SVC_TLS_CERT_FILE and SVC_TLS_KEY_FILE must be set together');
  return undefined;
}
