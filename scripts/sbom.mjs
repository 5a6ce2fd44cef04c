/** Writes the bill of materials of everything that is installed for production, in CycloneDX: `npm run sbom` makes `sbom.cdx.json`. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { ROOT, withTools } from './tools.mjs';

export function writeSbom(file) {
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--prod', '--out', file];
  execFileSync('pnpm', ['sbom', ...options], { cwd: ROOT });
}

if (process.argv[1] === import.meta.filename)
  await withTools(import.meta.url, () => writeSbom(path.join(ROOT, 'sbom.cdx.json')));
