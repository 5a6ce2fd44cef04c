/**
 * Writes the application layer of an image, below `<out>/svc`: `node deploy/docker/layer.mjs <target> <out>`. The Dockerfile and
 * rootfs.mjs both run it. Needs a build.
 *
 * It holds the bundle and those files of packages outside of it that the entry reaches, 8 to 17 MB for a service. What `pnpm deploy --prod`
 * copies for the same service is some 800 MB, because libraries that it shares with the single-machine service depend on the embedded
 * engine and on Postgres.
 */
import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { writeSbom } from '../../scripts/sbom.mjs';
import { ROOT, withTools } from '../../scripts/tools.mjs';
import { baseLibraries, sharedLibraries } from './base.mjs';
import { packageFolders, readLicenses, reduceBill } from './packages.mjs';
import { TARGETS } from './targets.mjs';
import { traceTarget } from './trace.mjs';

export async function writeLayer(name, out, bill = readBill()) {
  const target = TARGETS[name];
  if (target === undefined) throw new Error(`There is no target ${name}: ${Object.keys(TARGETS).join(', ')}`);
  const files = await traceTarget(target);
  if (target.packages === undefined) requireLibraries(files);
  for (const file of files) copy(path.join(ROOT, file), path.join(out, 'svc', file));
  symlinkSync(target.entry, path.join(out, 'svc/main.js'));
  const folders = packageFolders(files);
  const documents = path.join(out, 'usr/share/doc/svc');
  mkdirSync(documents, { recursive: true });
  writeFileSync(path.join(documents, 'sbom.cdx.json'), `${JSON.stringify(reduceBill(bill, folders), null, 1)}\n`);
  writeFileSync(path.join(documents, 'THIRD-PARTY-LICENSES.txt'), readLicenses(folders));
  copyFileSync(path.join(ROOT, 'LICENSE'), path.join(documents, 'LICENSE'));
}

/** Throws where a native module needs a library that the base does not have. */
function requireLibraries(files) {
  const present = new Set(baseLibraries());
  for (const file of files.filter((name) => name.endsWith('.node'))) {
    const missing = sharedLibraries(path.join(ROOT, file)).filter((library) => !present.has(library));
    if (missing.length > 0) throw new Error(`${file} needs ${missing.join(', ')}, which the base does not have`);
  }
}

/** The bill of materials of everything that is installed for production. */
export function readBill() {
  const file = path.join(ROOT, 'sbom.cdx.json');
  writeSbom(file);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Links keep their target, which is relative; files share their blocks with the checkout where the file system can. */
export function copy(from, to) {
  mkdirSync(path.dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) return symlinkSync(readlinkSync(from), to);
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

if (process.argv[1] === import.meta.filename)
  await withTools(import.meta.url, async () => {
    const [name, out] = process.argv.slice(2);
    if (out === undefined) throw new Error('usage: layer.mjs <target> <out>');
    await writeLayer(name, path.resolve(out));
  });
