import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { keep, PythonEnvironment, type Missing } from '@svc/testing';

const INSTALL_MS = 300_000;
const LINTERS = ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3'];
const OPTIONS = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];

/** The scripts of both linters of OpenAPI documents. Rejects where npm cannot be reached. */
export async function bringLinters(): Promise<{ readonly redocly: string; readonly spectral: string }> {
  const folder = await keep('openapi-linters', LINTERS, async (prefix) => {
    const install = ['install', ...OPTIONS, '--prefix', prefix, ...LINTERS];
    await promisify(execFile)('npm', install, { timeout: INSTALL_MS });
  });
  const script = (file: string) => path.join(folder, 'node_modules', file);
  return { redocly: script('@redocly/cli/bin/cli.js'), spectral: script('@stoplight/spectral-cli/dist/index.js') };
}

export function installSchemathesis(): Promise<PythonEnvironment | Missing> {
  return PythonEnvironment.install(['schemathesis==4.32.5']);
}
