import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

export const LOKI_VERSION = '3.7.8';
const TOOLS = new URL('../../../.tools/', import.meta.url).pathname;

/**
 * Builds Loki from the Go module proxy, once, in some ten minutes. Its module replaces a package by a folder of its
 * repository, which a module does not contain, so it is built from a copy without that replacement. Rejects if Go or
 * the proxy is not available.
 */
export async function buildLoki(): Promise<string> {
  const binary = path.join(TOOLS, `loki-${LOKI_VERSION}`);
  if (existsSync(binary)) return binary;
  const source = path.join(TOOLS, 'loki-source');
  await rm(source, { recursive: true, force: true });
  await mkdir(TOOLS, { recursive: true });
  const download = go(TOOLS, 'mod', 'download', '-json', `github.com/grafana/loki/v3@v${LOKI_VERSION}`);
  await cp((JSON.parse(download) as { Dir: string }).Dir, source, { recursive: true });
  await makeWritable(source);
  go(source, 'mod', 'edit', '-dropreplace', 'github.com/grafana/loki/pkg/push');
  go(source, 'build', '-o', binary, './cmd/loki');
  await rm(source, { recursive: true });
  return binary;
}

function go(directory: string, ...args: readonly string[]): string {
  const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=mod' };
  return execFileSync('go', args, { cwd: directory, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The module cache is read-only, and so is a copy of it. */
async function makeWritable(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    await chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}
