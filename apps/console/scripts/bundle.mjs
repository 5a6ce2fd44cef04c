/**
 * Bundles the console into `apps/gateway/assets/console`, which the gateway serves: `node scripts/bundle.mjs`. Files under `assets/` have
 * a hash of their content in their names. Text is also written compressed. All styles are in one file, because the bundler does not
 * load styles of modules that a page imports later.
 */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import { cssModules } from './css-modules.mjs';
import { readLicenses } from './licenses.mjs';

const PACKAGE = path.join(import.meta.dirname, '..');
const ROOT = path.join(PACKAGE, '../..');
const TARGET = path.join(ROOT, 'apps/gateway/assets/console');
const NEXT = `${TARGET}.next`;

const modules = cssModules(path.join(PACKAGE, 'src'));
const { metafile, outputFiles } = await build({
  metafile: true,
  write: false,
  absWorkingDir: PACKAGE,
  entryPoints: { main: 'src/main.tsx', theme: 'src/theme.ts' },
  outdir: 'assets',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'browser',
  target: 'es2023',
  format: 'esm',
  jsx: 'automatic',
  minify: true,
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [modules.plugin],
  logLevel: 'warning',
});

rmSync(NEXT, { recursive: true, force: true });
mkdirSync(path.join(NEXT, 'assets'), { recursive: true });
for (const { path: file, contents } of outputFiles) writeText(path.basename(file), contents);

const global = ['tokens', 'base'].map((name) => readFileSync(path.join(PACKAGE, `src/styles/${name}.css`), 'utf8'));
const source = ['@layer base, components;', ...global, '@layer components {', ...modules.styles(), '}'].join('\n');
const { code: css } = await transform(source, { loader: 'css', minify: true, target: 'es2023', legalComments: 'none' });
const style = `main-${toHash(css)}.css`;
writeText(style, Buffer.from(css));
writeText('icon.svg', readFileSync(path.join(PACKAGE, 'src/styles/icon.svg')));

const outputs = Object.entries(metafile.outputs);
const [main, { imports }] = outputs.find(([, { entryPoint }]) => entryPoint === 'src/main.tsx');
const [theme] = outputs.find(([, { entryPoint }]) => entryPoint === 'src/theme.ts');
const preloads = imports.filter(({ kind }) => kind === 'import-statement').map(({ path: file }) => file);
const page = readFileSync(path.join(PACKAGE, 'src/index.html'), 'utf8')
  .replace('<!--style-->', `<link rel="stylesheet" href="/assets/${style}" />`)
  .replace('<!--theme-->', `<script src="/${theme}"></script>`)
  .replace(
    '<!--main-->',
    [
      ...preloads.map((file) => `<link rel="modulepreload" href="/${file}" />`),
      `<script type="module" src="/${main}"></script>`,
    ].join('\n    '),
  );
writeFileSync(path.join(NEXT, 'index.html'), page);

const packages = findPackages(Object.keys(metafile.inputs));
writeText('licenses.txt', Buffer.from(readLicenses(packages.map((folder) => path.join(ROOT, folder)))));
// For bills of materials, in the form of apps/standalone/scripts/bundle.mjs.
mkdirSync(path.join(PACKAGE, 'dist'), { recursive: true });
writeFileSync(
  path.join(PACKAGE, 'dist/packages.json'),
  JSON.stringify({ 'apps/gateway/assets/console/index.html': packages }),
);
// What the first load and each page load, for the spec of the budgets.
writeFileSync(path.join(PACKAGE, 'dist/chunks.json'), JSON.stringify(toChunks(), null, 2));

rmSync(TARGET, { recursive: true, force: true });
renameSync(NEXT, TARGET);

function writeText(name, contents) {
  const file = path.join(NEXT, 'assets', name);
  writeFileSync(file, contents);
  writeFileSync(`${file}.gz`, gzipSync(contents, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: contents.length };
  writeFileSync(`${file}.br`, brotliCompressSync(contents, { params }));
}

/** Each chunk with the chunks that it imports at once, the source that it begins with, and its size with gzip in bytes. */
function toChunks() {
  const sizes = new Map(
    readdirSync(path.join(NEXT, 'assets'))
      .filter((name) => name.endsWith('.gz'))
      .map((name) => [name.slice(0, -'.gz'.length), readFileSync(path.join(NEXT, 'assets', name)).length]),
  );
  const chunks = outputs.map(([file, { entryPoint, imports: imported }]) => ({
    file: path.basename(file),
    entryPoint: entryPoint ?? null,
    gzip: sizes.get(path.basename(file)),
    imports: imported.filter(({ kind }) => kind === 'import-statement').map(({ path: name }) => path.basename(name)),
  }));
  return { style: { file: style, gzip: sizes.get(style) }, chunks };
}

function findPackages(inputs) {
  const folders = inputs.map((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))]
    .toSorted()
    .map((folder) => path.relative(ROOT, path.join(PACKAGE, folder)));
}

function toHash(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase();
}
