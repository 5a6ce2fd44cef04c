import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './child.js';
import { buildGoProgram } from './go-program.js';

/** The repositories of the modules that a Collector is made of. */
export const CORE = 'go.opentelemetry.io/collector';
export const CONTRIB = 'github.com/open-telemetry/opentelemetry-collector-contrib';
/** The newest version that the proxy has of all these modules. The stable modules count differently: v1.67 belongs to v0.161. */
export const COLLECTOR_VERSION = 'v0.161.0';
const BUILDER_VERSION = 'v0.164.0';
const STABLE_VERSION = 'v1.67.0';

/** The modules of each kind, in the builder's names, as `path version`. */
export type CollectorModules = Readonly<Record<string, readonly string[]>>;

const run = promisify(execFile);

/**
 * Builds an OpenTelemetry Collector with the collector builder from the Go module proxy, once, into `.tools/collector/<name>`, and
 * returns the path of its program. Takes some minutes the first time. Rejects with the reason where there is no Go or no proxy.
 */
export async function buildCollector(name: string, modules: CollectorModules): Promise<string> {
  const kept = path.join(ROOT, '.tools/collector', `${name}-${COLLECTOR_VERSION}`);
  const program = path.join(kept, 'build/otelcol');
  if (existsSync(program)) return program;
  const builder = await buildGoProgram({ module: `${CORE}/cmd/builder`, version: BUILDER_VERSION });
  await mkdir(path.dirname(kept), { recursive: true });
  const directory = await mkdtemp(`${kept}-`);
  try {
    await build(builder, directory, modules);
    await rename(directory, kept);
  } catch (error) {
    // Another test run may have been faster.
    if (!existsSync(program)) throw new Error('the Collector could not be built with Go', { cause: error });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  return program;
}

async function build(builder: string, directory: string, modules: CollectorModules): Promise<void> {
  const providers = ['envprovider', 'fileprovider'].map((name) => `${CORE}/confmap/provider/${name} ${STABLE_VERSION}`);
  const kinds = Object.entries({ ...modules, providers }).map(
    ([kind, names]) => [kind, names.map((gomod) => ({ gomod }))] as const,
  );
  const manifest = { dist: { name: 'otelcol', output_path: './build' }, ...Object.fromEntries(kinds) };
  // JSON is YAML too.
  await writeFile(path.join(directory, 'manifest.yaml'), JSON.stringify(manifest));
  // The builder is newer than the modules; both work together.
  const options = ['--config=manifest.yaml', '--skip-compilation', '--skip-strict-versioning'];
  await run(builder, options, { cwd: directory });
  const compile = ['build', '-trimpath', '-ldflags=-s -w', '-o', 'otelcol', '.'];
  await run('go', compile, { cwd: path.join(directory, 'build'), maxBuffer: 64 * 2 ** 20 });
}
