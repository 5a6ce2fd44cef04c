import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SelfsignedOptions } from 'selfsigned';

/** PEM files of a certificate for 127.0.0.1 and localhost, of its key, and of the authority that signed it. */
export interface CertificateFiles {
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly authorityFile: string;
}

export interface TestAuthority {
  /** Writes a new certificate of this authority into a directory, over an earlier one. */
  issue(directory: string): Promise<CertificateFiles>;
}

/** Creates an authority that signs certificates for servers and clients on this machine. */
export async function createTestAuthority(): Promise<TestAuthority> {
  const { generate } = await import('selfsigned');
  const options: SelfsignedOptions = { keyType: 'ec', algorithm: 'sha256' };
  const authority = await generate([{ name: 'commonName', value: 'test authority' }], {
    ...options,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, digitalSignature: true },
    ],
  });
  return {
    async issue(directory) {
      const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
        ...options,
        ca: { key: authority.private, cert: authority.cert },
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
          {
            name: 'subjectAltName',
            altNames: [
              { type: 2, value: 'localhost' },
              { type: 7, ip: '127.0.0.1' },
            ],
          },
        ],
      });
      const write = async (name: string, text: string): Promise<string> => {
        const file = path.join(directory, name);
        await writeFile(file, text, { mode: 0o600 });
        return file;
      };
      return {
        certificateFile: await write('certificate.pem', cert),
        keyFile: await write('key.pem', key),
        authorityFile: await write('authority.pem', authority.cert),
      };
    },
  };
}
