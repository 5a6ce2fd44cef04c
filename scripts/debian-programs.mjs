/** Programs from packages of Debian that would start a server if they were installed: they are unpacked into the cache of the user. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { keep } from './user-cache.mjs';

const run = promisify(execFile);

/** Reads a template where its package would have put it. */
const ALERTMANAGER = `#!/bin/sh
here=$(dirname "$0")
exec bwrap --dev-bind / / --tmpfs /usr/share --ro-bind "$here/usr/share/prometheus" /usr/share/prometheus \\
  --die-with-parent "$here/usr/bin/prometheus-alertmanager" "$@"
`;

/** Makes promtool available to specs: by `SVC_TEST_PROMTOOL`, unless that is set or the program is on the path. */
export async function bringPromtool() {
  if (process.env.SVC_TEST_PROMTOOL || isOnPath('promtool')) return;
  const folder = await bringPackage('prometheus');
  process.env.SVC_TEST_PROMTOOL = path.join(folder, 'usr/bin/promtool');
}

/** Likewise Alertmanager, by `SVC_TEST_ALERTMANAGER`. */
export async function bringAlertmanager() {
  if (process.env.SVC_TEST_ALERTMANAGER || ['prometheus-alertmanager', 'alertmanager'].some(isOnPath)) return;
  const folder = await bringPackage('prometheus-alertmanager', (directory) =>
    writeFile(path.join(directory, 'run'), ALERTMANAGER, { mode: 0o755 }),
  );
  process.env.SVC_TEST_ALERTMANAGER = path.join(folder, 'run');
}

async function bringPackage(name, finish = async () => {}) {
  const release = await readFile('/etc/debian_version', 'utf8').catch(() => {
    throw new Error('this is no Debian');
  });
  return keep(`debian-${name}`, release, async (folder) => {
    const download = () => run('apt-get', ['download', '-qq', name], { cwd: folder });
    await download().catch(async () => {
      // The lists of packages may be missing or old, which only root can change.
      await run('apt-get', ['update', '-qq']);
      await download();
    });
    await run('sh', ['-c', 'dpkg-deb --extract *.deb . && rm *.deb'], { cwd: folder });
    await finish(folder);
  });
}

function isOnPath(program) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));
}
