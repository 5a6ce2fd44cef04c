import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@svc/testing';

const CORE = 'go.opentelemetry.io/collector';
const CONTRIB = 'github.com/open-telemetry/opentelemetry-collector-contrib';
/** The newest version that the proxy has of all these modules. The stable modules count differently: v1.67 belongs to v0.161. */
const VERSION = 'v0.161.0';
const BUILDER_VERSION = 'v0.164.0';
const STABLE_VERSION = 'v1.67.0';

const MANIFEST = {
  dist: { name: 'otelcol', output_path: './build' },
  receivers: [`${CORE}/receiver/otlpreceiver ${VERSION}`],
  processors: [`${CORE}/processor/batchprocessor ${VERSION}`],
  exporters: [`${CONTRIB}/exporter/clickhouseexporter ${VERSION}`],
  extensions: [`${CONTRIB}/extension/storage/filestorage ${VERSION}`],
  providers: [
    `${CORE}/confmap/provider/envprovider ${STABLE_VERSION}`,
    `${CORE}/confmap/provider/fileprovider ${STABLE_VERSION}`,
  ],
};

/**
 * Builds a Collector with the collector builder from the Go module proxy, once, into `.tools`, and returns its path. Takes some
 * minutes the first time. Throws where there is no Go or no proxy.
 */
export function buildCollector(): string {
  const directory = path.join(ROOT, '.tools/collector', VERSION);
  const binary = path.join(directory, 'build/otelcol');
  if (existsSync(binary)) return binary;
  mkdirSync(directory, { recursive: true });
  const go = (cwd: string, ...args: string[]): void => {
    execFileSync('go', args, {
      cwd,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, GOBIN: directory },
    });
  };
  go(directory, 'install', `${CORE}/cmd/builder@${BUILDER_VERSION}`);
  const modules = Object.entries(MANIFEST).map(([kind, entries]) => [
    kind,
    Array.isArray(entries) ? entries.map((gomod) => ({ gomod })) : entries,
  ]);
  // JSON is YAML too.
  writeFileSync(path.join(directory, 'manifest.yaml'), JSON.stringify(Object.fromEntries(modules)));
  // Its own modules are newer than the exporter's; both work together.
  const options = ['--config=manifest.yaml', '--skip-compilation', '--skip-strict-versioning'];
  execFileSync(path.join(directory, 'builder'), options, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
  go(path.join(directory, 'build'), 'build', '-trimpath', '-ldflags=-s -w', '-o', 'otelcol', '.');
  return binary;
}
