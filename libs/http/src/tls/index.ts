export { ServerCertificate, UNUSABLE_CERTIFICATE, type CertificateFiles } from './server-certificate.js';
export { unencryptedWarning } from './unencrypted.js';
export { TLS_SETTINGS, toCertificateFiles } from './settings.js';
