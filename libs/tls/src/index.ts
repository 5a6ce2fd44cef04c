export { isLoopback } from './loopback.js';
export { ServerCertificate, type CertificateFiles } from './server-certificate.js';
export { TLS_SETTINGS, toCertificateFiles } from './settings.js';
