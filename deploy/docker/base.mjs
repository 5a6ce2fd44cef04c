/**
 * Writes the base of an image: `node deploy/docker/base.mjs <out>`. It holds the Node that runs this script, the shared libraries that it
 * needs, certificates of authorities, and a user without rights. There is no shell and no package manager in it. The Dockerfile and
 * rootfs.mjs both run it.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { withTools } from '../../scripts/tools.mjs';

/** The user and the group of the images, as the chart names them too. */
export const USER = 10001;

export function writeBase(out) {
  const node = realpathSync(process.execPath);
  const libraries = baseLibraries();
  for (const library of libraries) add(realpathSync(library), path.join(out, library));
  add(node, path.join(out, 'usr/local/bin/node'));
  const license = path.join(path.dirname(node), '../LICENSE');
  if (existsSync(license)) add(license, path.join(out, 'usr/share/doc/node/LICENSE'));
  for (const name of new Set(libraries.map(packageOfLibrary))) addPackage(name, out);
  write(out, 'etc/passwd', `root:x:0:0::/:/nonexistent\nsvc:x:${USER}:${USER}::/tmp:/nonexistent\n`);
  write(out, 'etc/group', `root:x:0:\nsvc:x:${USER}:\n`);
  write(out, 'etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n');
  write(out, 'etc/ssl/certs/ca-certificates.crt', `${rootCertificates.join('\n')}\n`);
  // Places for what a container runtime mounts.
  for (const folder of ['dev', 'proc', 'sys', 'tmp']) mkdirSync(path.join(out, folder), { recursive: true });
  chmodSync(path.join(out, 'tmp'), 0o1777);
}

/** What Node needs, and parts of the C library that native modules and the resolver of names need besides. */
export function baseLibraries() {
  const needed = sharedLibraries(process.execPath);
  const folder = path.dirname(needed.find((file) => path.basename(file).startsWith('libc.so')) ?? '/lib/none');
  const others = ['librt.so.1', 'libresolv.so.2', 'libnss_dns.so.2', 'libnss_files.so.2'];
  return [...needed, ...others.map((name) => path.join(folder, name)).filter((file) => existsSync(file))];
}

/** Paths of the libraries and of the loader itself, as the loader finds them. */
export function sharedLibraries(program) {
  const lines = execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => /(?:=> |^\s+)(\/\S+) \(0x/.exec(line)?.[1] ?? []);
}

/** The package of the system that a library belongs to; undefined where there are none. */
function packageOfLibrary(library) {
  // The system knows some files by a path that is now a link.
  const paths = [library, realpathSync(library)];
  const { stdout } = spawnSync('dpkg-query', ['--search', ...paths], { encoding: 'utf8' });
  return /^([^:]+):/.exec(stdout ?? '')?.[1];
}

/** Tells scanners which version of the package is here, in the form that images without a package manager use, and its license. */
function addPackage(name, out) {
  if (name === undefined) return;
  const status = execFileSync('dpkg-query', ['--status', name], { encoding: 'utf8' });
  write(out, `var/lib/dpkg/status.d/${name}`, status);
  const copyright = `usr/share/doc/${name}/copyright`;
  if (existsSync(`/${copyright}`)) add(realpathSync(`/${copyright}`), path.join(out, copyright));
}

function add(from, to) {
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(from, to);
}

function write(out, file, text) {
  mkdirSync(path.dirname(path.join(out, file)), { recursive: true });
  writeFileSync(path.join(out, file), text);
}

if (process.argv[1] === import.meta.filename)
  await withTools(import.meta.url, () => {
    const [out] = process.argv.slice(2);
    if (out === undefined) throw new Error('usage: base.mjs <out>');
    writeBase(path.resolve(out));
  });
