import { groupBy } from '../runtime/values/group-by.js';
import { plainText } from '../runtime/values/json.js';
import { spelledArgument, type CommandEntry, type FlagEntry, type Manifest } from './manifest.js';

/** Formats the manifest as Markdown: one section for each first word, one entry for each command. */
export function manifestMarkdown({ commands, global_flags, exit_codes }: Manifest): string {
  const families = groupBy(commands, ({ command }) => command.split(' ')[0] ?? '');
  const parts = [
    '# Commands of `svc`',
    `${commands.length} commands. Output is a table on a terminal and JSON otherwise; \`--output\` selects one. Append \`--help\` to any command.`,
    '## Global flags',
    'Global flags may appear before or after the command.',
    global_flags.map(flagLine).join('\n'),
    '## Exit codes',
    Object.entries(exit_codes)
      .map(([code, meaning]) => `- ${code}: ${plainText(meaning)}`)
      .join('\n'),
    ...[...families].flatMap(([word, members]) => [`## ${word}`, ...members.flatMap(commandParts)]),
  ];
  return `${parts.join('\n\n')}\n`;
}

function commandParts(entry: CommandEntry): string[] {
  const usage = ['svc', entry.command, ...entry.arguments.map(spelledArgument)].join(' ');
  const aliases =
    entry.aliases.length === 0 ? '' : ` Alias: ${entry.aliases.map((alias) => `\`${alias}\``).join(', ')}.`;
  const { operation } = entry;
  const facts = [
    ...entry.arguments.map((argument) => `- \`${spelledArgument(argument)}\`: ${argument.description}`),
    ...entry.flags.map(flagLine),
    ...(entry.body === null ? [] : [`- body: ${entry.body}`]),
    ...(operation ? [`- \`${operation.method} ${operation.path}\`, scope \`${operation.scope ?? 'none'}\``] : []),
  ];
  return [
    `### \`${usage}\``,
    `${entry.summary}.${aliases}${entry.description === null ? '' : ` ${entry.description}`}`,
    ...(facts.length === 0 ? [] : [facts.join('\n')]),
    ...(entry.examples.length === 0 ? [] : ['```sh\n' + entry.examples.join('\n') + '\n```']),
  ];
}

function flagLine(flag: FlagEntry): string {
  const spelled = `${flag.short === null ? '' : `-${flag.short}, `}--${flag.name} ${flag.type}`;
  const facts = [
    ...(flag.default === null ? [] : [`default \`${flag.default}\``]),
    ...(flag.required ? ['required'] : []),
    ...(flag.choices === null ? [] : [`one of ${flag.choices.map((choice) => `\`${choice}\``).join(', ')}`]),
    ...(flag.env === null ? [] : [`\`${flag.env}\``]),
  ];
  return `- \`${spelled}\`: ${flag.description}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}`;
}
