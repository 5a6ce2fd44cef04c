import { execFile } from 'node:child_process';
import { chmod, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { keep } from '@svc/test-servers';

const run = promisify(execFile);

/**
 * The minor version of Go that these programs need, and the one that is downloaded if the machine's is older.
 * Distributions lag years behind.
 */
const NEEDED_MINOR = 26;
const GO_VERSION = 'go1.26.8';
/** The first version that can bring another one by itself. */
const FIRST_WITH_TOOLCHAINS = 21;
const ARCHITECTURES: Partial<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const MAX_OUTPUT = 64 * 2 ** 20;

/** Runs Go in a version that is new enough. Rejects with the reason if Go or the proxy is not available. */
export async function runGo(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<string> {
  toolchain ??= findToolchain();
  const settings = { ...process.env, ...(await toolchain), ...env };
  return (await run('go', [...args], { cwd, env: settings, maxBuffer: MAX_OUTPUT })).stdout;
}

let toolchain: Promise<Readonly<Record<string, string>>> | undefined;

/** The environment in which `go` is new enough. */
async function findToolchain(): Promise<Readonly<Record<string, string>>> {
  const { stdout } = await run('go', ['env', 'GOVERSION'], { env: { ...process.env, GOTOOLCHAIN: 'local' } }).catch(
    () => {
      throw new Error('no Go on the path');
    },
  );
  const minor = Number(/^go1\.(\d+)/.exec(stdout)?.[1] ?? Infinity);
  if (minor >= NEEDED_MINOR) return { GOTOOLCHAIN: 'local' };
  if (minor >= FIRST_WITH_TOOLCHAINS) return { GOTOOLCHAIN: GO_VERSION };
  const folder = await keep('go', GO_VERSION, bringToolchain);
  const programs = [path.join(folder, 'bin'), process.env['PATH']].join(path.delimiter);
  return { GOROOT: folder, GOTOOLCHAIN: 'local', PATH: programs };
}

/** A toolchain is a module of Go's proxy, whose files are read-only and not executable when an old Go unpacks them. */
async function bringToolchain(folder: string): Promise<void> {
  const version = `v0.0.1-${GO_VERSION}.${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
  const { stdout } = await run('go', ['mod', 'download', '-json', `golang.org/toolchain@${version}`], { cwd: folder });
  await copyWritable((JSON.parse(stdout) as { Dir: string }).Dir, folder);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const isProgram = /^(bin|pkg\/tool)(\/|$)/.test(path.relative(folder, entry.parentPath));
    if (entry.isFile() && isProgram) await chmod(path.join(entry.parentPath, entry.name), 0o755);
  }
}

/** Copies the sources of a module, which are read-only in the cache of Go. */
export async function copyWritable(from: string, to: string): Promise<void> {
  await run('cp', ['-R', `${from}/.`, to]);
  await run('chmod', ['-R', 'u+w', to]);
}
