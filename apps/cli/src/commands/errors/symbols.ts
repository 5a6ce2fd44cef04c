import path from 'node:path';
import { restCommand, type Context, type Family, type LocalCommand } from '../../command/command.js';
import type { ApiRequest } from '../../http/api.js';
import { confirmation } from '../../print/confirmation.js';
import { oneLine } from '../../print/layout/sanitize.js';
import type { Json } from '../../runtime/values/json.js';
import { findSymbols } from '../../upload/find-symbols.js';

/** A source map of a longer JSON text is sent in chunks. */
const MAX_WHOLE_LENGTH = 256 * 1024;

const uploadSourcemap = restCommand({
  words: ['symbols', 'upload-sourcemap'],
  summary: 'Upload a source map',
  description:
    'The content is the text of the map. The filename is the path or URL of the minified file. A map with a debug ID needs no release. ' +
    'A large map is sent in chunks; an interrupted upload continues where it ended when the command is repeated.',
  examples: [
    `jq -n --rawfile map app.js.map '{release:"1.4.2",filename:"~/assets/app.js",content:$map}' | svc symbols upload-sourcemap --file -`,
  ],
  operation: 'sourcemaps.upload',
  body: 'release, dist, filename, content',
  send: sendSourceMap,
  view: confirmation({ said: 'Uploaded the source map of {filename}' }),
});

/** Proxies permit bodies of a megabyte by default, which most maps exceed. */
async function sendSourceMap(request: ApiRequest, context: Context): Promise<Json | undefined> {
  const text = JSON.stringify(request.body);
  if (text.length <= MAX_WHOLE_LENGTH) return context.api().send(request);
  const { path: place, query } = request;
  const { uploadText } = await import('../../upload/upload-file.js');
  return uploadText(text, { path: place, query, mediaType: 'application/json' }, context.api(), context.io);
}

const uploadAndroid: LocalCommand = {
  words: ['symbols', 'upload-android-mapping'],
  summary: 'Upload a mapping of ProGuard or R8',
  description: 'An interrupted upload continues where it ended when the command is repeated.',
  examples: ['svc symbols upload-android-mapping app/build/outputs/mapping/release/mapping.txt --release 1.4.2'],
  arguments: [{ name: 'mapping-file', description: 'path of the mapping' }],
  flags: [
    { name: 'dist', kind: 'string', description: 'distribution of the release' },
    { name: 'release', kind: 'string', required: true, description: 'release that the mapping belongs to' },
  ],
  run: (context) => upload(context, 'android', [context.arguments['mapping-file'] ?? '']),
};

const uploadIos: LocalCommand = {
  words: ['symbols', 'upload-ios-symbols'],
  summary: 'Upload debug symbols of Apple programs',
  description:
    'The path is a dSYM bundle or a folder with several, a zip file of them, or a binary with debug information. An interrupted upload ' +
    'continues where it ended when the command is repeated.',
  examples: ['svc symbols upload-ios-symbols build/Shop.xcarchive/dSYMs'],
  arguments: [{ name: 'path', description: 'path of the bundle or binary' }],
  run: async (context) => upload(context, 'ios', await findSymbols(context.arguments['path'] ?? '')),
};

async function upload(context: Context, kind: 'android' | 'ios', files: readonly string[]): Promise<void> {
  const { project } = context.settings();
  const { release, dist } = context.flags.values as Readonly<Record<string, string | undefined>>;
  const stored: Json[] = [];
  for (const file of files) {
    const query = Object.entries({ release, dist, filename: path.basename(file), project_id: project });
    const target = {
      path: `/symbols/${kind}`,
      query: query.filter((entry): entry is [string, string] => entry[1] !== undefined),
    };
    const answer = await (
      await import('../../upload/upload-file.js')
    ).uploadFile(file, target, context.api(), context.io);
    stored.push(...(answer['symbol_files'] as readonly Json[]));
  }
  await context.print({ symbol_files: stored }, { kind: 'text', print: () => stored.map(describe).join('') });
}

function describe(file: Json): string {
  const { filename, arch, debug_id: id } = file as Readonly<Record<string, string>>;
  const what = [filename, arch].filter((part) => part !== undefined && part !== '').join(' ');
  return `${oneLine(`Uploaded ${what} with ID ${id ?? ''}.`)}\n`;
}

export const SYMBOLS: Family = {
  groups: { symbols: 'Upload files that make stacks readable' },
  commands: [uploadIos, uploadAndroid, uploadSourcemap],
};
