import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** The user of the images; deploy/docker/base.mjs has the same. */
export const USER = 10001;

/** Why images cannot run on this machine; undefined if they can. */
export function whyNoSandbox(): string | undefined {
  const { error, status, stderr } = spawnSync('bwrap', ['--unshare-user', '--ro-bind', '/', '/', 'true'], {
    encoding: 'utf8',
  });
  if (error) return 'bubblewrap is not installed';
  return status === 0 ? undefined : `bubblewrap cannot create namespaces here: ${stderr.trim()}`;
}

/**
 * Runs the program of an image as a container runtime would: as process 1 of its own namespaces, as a user without
 * rights, on a read-only root with an empty `/tmp`. It shares the network of this machine, and sees the folder of
 * certificates and sockets, which it cannot write to.
 */
export function inImage(rootFileSystems: string, target: string, folder: string): [string, ...string[]] {
  const isolation = ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--as-pid-1'];
  const user = ['--uid', String(USER), '--gid', String(USER), '--cap-drop', 'ALL'];
  const mounts = [
    ['--ro-bind', path.join(rootFileSystems, target), '/'],
    ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ['--ro-bind', folder, folder],
  ].flat();
  const environment = ['--unsetenv', 'NODE_COMPILE_CACHE', '--setenv', 'HOME', '/tmp', '--chdir', '/tmp'];
  const command = ['/usr/local/bin/node', '/svc/main.js'];
  return ['bwrap', ...isolation, '--die-with-parent', ...user, ...mounts, ...environment, ...command];
}
