import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './child.js';

export interface GoProgram {
  /** The module of the Go proxy. */
  readonly module: string;
  readonly version: string;
  /** The folder of the program in the module; its root by default. */
  readonly folder?: string;
  /** Whether the module replaces others, which Go allows only in the main module: it is built from a copy then. */
  readonly replaces?: boolean;
}

const run = promisify(execFile);

/**
 * Builds a Go program from the Go module proxy, once, into `.tools/go/<name>-<version>/`, and returns its path. Takes some minutes the first
 * time. Rejects with the reason where there is no Go or no proxy.
 */
export async function buildGoProgram(program: GoProgram): Promise<string> {
  const { module, version, folder = '' } = program;
  const name = path.basename(path.posix.join(module, folder)).replace(/^v\d+$/, path.basename(path.dirname(module)));
  const kept = path.join(ROOT, '.tools/go', `${name}-${version}`);
  const built = path.join(kept, name);
  if (existsSync(built)) return built;
  await run('go', ['version']).catch(() => {
    throw new Error('no Go on the path');
  });
  await mkdir(path.dirname(kept), { recursive: true });
  const directory = await mkdtemp(`${kept}-`);
  try {
    await (program.replaces ? buildCopy(program, directory, name) : install(program, directory));
    await rename(directory, kept);
  } catch (error) {
    // Another run may have been faster.
    if (!existsSync(built)) throw new Error(`${name} could not be built with Go`, { cause: error });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  return built;
}

/** The folder with the sources of a module. Rejects where there is no Go or no proxy. */
export async function downloadGoModule(module: string, version: string): Promise<string> {
  const { stdout } = await run('go', ['mod', 'download', '-json', `${module}@${version}`], { cwd: ROOT });
  return (JSON.parse(stdout) as { Dir: string }).Dir;
}

const BUILD = ['-trimpath', '-ldflags=-s -w'];
const MAX_OUTPUT = 64 * 2 ** 20;

async function install({ module, version, folder = '' }: GoProgram, directory: string): Promise<void> {
  const target = `${path.posix.join(module, folder)}@${version}`;
  const env = { ...process.env, GOBIN: directory };
  await run('go', ['install', ...BUILD, target], { cwd: directory, env, maxBuffer: MAX_OUTPUT });
}

async function buildCopy({ module, version, folder = '' }: GoProgram, directory: string, name: string): Promise<void> {
  const copy = path.join(directory, 'sources');
  await cp(await downloadGoModule(module, version), copy, { recursive: true });
  await run('chmod', ['-R', 'u+w', copy]);
  const compile = ['build', '-mod=mod', ...BUILD, '-o', path.join(directory, name), `./${folder}`];
  await run('go', compile, { cwd: copy, maxBuffer: MAX_OUTPUT });
  await rm(copy, { recursive: true });
}
