// Generates code from the protos, and what the generator leaves out: one index over all generated files, and the comments of the protos,
// which are the product's documentation and have to be there at run time for OpenAPI and the manifest.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFileRegistry, toBinary } from '@bufbuild/protobuf';
import { nestedTypes } from '@bufbuild/protobuf/reflect';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { getComments } from '@bufbuild/protoplugin';
import { BUF, compileProtos } from './compiled-protos.mjs';

const PACKAGE = join(dirname(fileURLToPath(import.meta.url)), '..');
const GENERATED = join(PACKAGE, 'src/gen');
const HEADER = '// @generated from the protos by scripts/gen.mjs\n/* eslint-disable */\n\n';

/** The operations a customer can reach; svc.internal is wiring between our services. */
const PUBLIC_PACKAGE = 'svc.v1';
const OWN_PACKAGES = [PUBLIC_PACKAGE, 'svc.internal.v1'];

const protos = compileProtos();
execFileSync(BUF, ['generate', '-#format=binpb', '--exclude-path', 'buf/validate'], {
  cwd: PACKAGE,
  input: toBinary(FileDescriptorSetSchema, protos),
  stdio: ['pipe', 'inherit', 'inherit'],
});
const registry = createFileRegistry(protos);
const files = [...registry.files]
  .filter((file) => OWN_PACKAGES.includes(file.proto.package))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

writeFileSync(join(GENERATED, 'index.ts'), HEADER + renderIndex(files));
writeFileSync(join(GENERATED, 'comments.ts'), HEADER + renderComments(files));

function renderIndex(all) {
  const published = all.filter((file) => file.proto.package === PUBLIC_PACKAGE);
  const constant = (file) => `file_${file.name.replaceAll(/[^a-zA-Z0-9]/g, '_')}`;
  return [
    `import type { GenFile } from '@bufbuild/protobuf/codegenv2';`,
    ...published.map((file) => `import { ${constant(file)} } from './${file.name}_pb.js';`),
    '',
    ...all.map((file) => `export * from './${file.name}_pb.js';`),
    '',
    '/** Every file whose services are operations of the REST interface. */',
    `export const publicFiles: readonly GenFile[] = [${published.map(constant).join(', ')}];`,
    '',
  ].join('\n');
}

function renderComments(all) {
  const entries = all
    .filter((file) => file.proto.package === PUBLIC_PACKAGE)
    .flatMap((file) => [...nestedTypes(file)].flatMap(described))
    .map(([name, comment]) => `  ${JSON.stringify(name)}: ${JSON.stringify(comment)},`);
  return [
    '/** Comments of the protos by full name. */',
    `export const COMMENTS: Readonly<Record<string, string>> = {`,
    ...entries,
    '};',
    '',
  ].join('\n');
}

function described(type) {
  const members =
    type.kind === 'message'
      ? type.fields
      : type.kind === 'enum'
        ? type.values
        : type.kind === 'service'
          ? type.methods
          : [];
  const own = type.kind === 'extension' ? [] : [[type.typeName, type]];
  return [...own, ...members.map((member) => [`${type.typeName}.${member.name}`, member])]
    .map(([name, desc]) => [name, text(getComments(desc).leading)])
    .filter(([, comment]) => comment !== '');
}

/** Comment lines are wrapped for reading; a blank line separates paragraphs. */
function text(comment) {
  return (comment ?? '')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n\n');
}
