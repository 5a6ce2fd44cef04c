import type { Context, LocalCommand } from '../../command/command.js';
import { toManifest } from '../../manifest/manifest.js';
import { manifestMarkdown } from '../../manifest/markdown.js';
import { printJson } from '../../runtime/values/json.js';

export const docs: LocalCommand = {
  words: ['docs'],
  summary: 'Print every command with its arguments and flags',
  description: 'Prints JSON, even to a terminal, unless --output or --markdown is given.',
  flags: [{ name: 'markdown', kind: 'bool', default: false, description: 'print Markdown instead of JSON' }],
  namedFlags: [{ name: 'help', short: 'h', kind: 'bool', default: false, description: 'print help' }],
  run: printDocs,
};

async function printDocs({ catalog, flags, io, output, print }: Context): Promise<void> {
  const manifest = toManifest(catalog);
  if (flags.values['markdown'] === true) io.stdout.write(manifestMarkdown(manifest));
  else if (output.chosen) await print(manifest);
  else io.stdout.write(printJson(manifest));
}
