import { rm } from 'node:fs/promises';
import path from 'node:path';
import { keep } from '@svc/test-servers';
import { ROOT } from '../child.js';
import { copyWritable, runGo } from './go-toolchain.js';
import { readSources } from './sources.js';

export interface GoProgram {
  /** The module of the Go proxy. */
  readonly module: string;
  readonly version: string;
  /** The folder of the program in the module; its root by default. */
  readonly folder?: string;
  /** Whether the module replaces others, which Go allows only in the main module: it is built from a copy then. */
  readonly replaces?: boolean;
}

/**
 * Builds a Go program from the Go module proxy, once, into the cache of the user, and returns its path. Takes some
 * minutes the first time. Rejects with the reason if Go or the proxy is not available.
 */
export async function buildGoProgram(program: GoProgram): Promise<string> {
  const { module, folder = '' } = program;
  const name = path.basename(path.posix.join(module, folder)).replace(/^v\d+$/, path.basename(path.dirname(module)));
  return keepProgram(name, program, (directory) =>
    program.replaces ? buildCopy(program, directory, name) : install(program, directory),
  );
}

/** Builds the Go program in a folder of this repository, likewise. */
export async function buildGoSources(name: string, folder: string): Promise<string> {
  return keepProgram(name, await readSources(folder), async (directory) => {
    await runGo(['build', ...BUILD, '-o', path.join(directory, name), '.'], { cwd: folder });
  });
}

/** The folder with the sources of a module. Rejects if Go or the proxy is not available. */
export async function downloadGoModule(module: string, version: string): Promise<string> {
  const output = await runGo(['mod', 'download', '-json', `${module}@${version}`], { cwd: ROOT });
  return (JSON.parse(output) as { Dir: string }).Dir;
}

const BUILD = ['-trimpath', '-ldflags=-s -w'];

async function keepProgram(name: string, spec: unknown, build: (directory: string) => Promise<void>): Promise<string> {
  try {
    return path.join(await keep(`go-${name}`, spec, build), name);
  } catch (error) {
    throw new Error(`${name} could not be built with Go: ${(error as Error).message.split('\n')[0]}`, { cause: error });
  }
}

async function install({ module, version, folder = '' }: GoProgram, directory: string): Promise<void> {
  const target = `${path.posix.join(module, folder)}@${version}`;
  await runGo(['install', ...BUILD, target], { cwd: directory, env: { GOBIN: directory } });
}

async function buildCopy({ module, version, folder = '' }: GoProgram, directory: string, name: string): Promise<void> {
  const copy = path.join(directory, 'sources');
  await copyWritable(await downloadGoModule(module, version), copy);
  await runGo(['build', '-mod=mod', ...BUILD, '-o', path.join(directory, name), `./${folder}`], { cwd: copy });
  await rm(copy, { recursive: true });
}
