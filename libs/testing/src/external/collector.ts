import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { keep } from '@svc/test-servers';
import { buildGoProgram } from './go-program.js';
import { runGo } from './go-toolchain.js';

/** The repositories of the modules that a Collector is made of. */
export const CORE = 'go.opentelemetry.io/collector';
export const CONTRIB = 'github.com/open-telemetry/opentelemetry-collector-contrib';
/** The newest version that the proxy has of all these modules. The stable modules count differently: v1.67 belongs to v0.161. */
export const COLLECTOR_VERSION = 'v0.161.0';
const BUILDER_VERSION = 'v0.164.0';
const STABLE_VERSION = 'v1.67.0';

/** The modules of each kind, in the builder's names, as `path version`. */
export type CollectorModules = Readonly<Record<string, readonly string[]>>;

const execute = promisify(execFile);

/**
 * Builds an OpenTelemetry Collector with the collector builder from the Go module proxy, once, into the cache of the
 * user, and returns the path of its program. Takes some minutes the first time. Rejects with the reason if Go or the
 * proxy is not available.
 */
export async function buildCollector(name: string, modules: CollectorModules): Promise<string> {
  const builder = await buildGoProgram({ module: `${CORE}/cmd/builder`, version: BUILDER_VERSION });
  try {
    const spec = [modules, BUILDER_VERSION, STABLE_VERSION];
    return path.join(await keep(`collector-${name}`, spec, (folder) => build(builder, folder, modules)), 'otelcol');
  } catch (error) {
    throw new Error('the Collector could not be built with Go', { cause: error });
  }
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
  await execute(builder, options, { cwd: directory });
  const sources = path.join(directory, 'build');
  await runGo(['build', '-trimpath', '-ldflags=-s -w', '-o', '../otelcol', '.'], { cwd: sources });
  await rm(sources, { recursive: true });
}
