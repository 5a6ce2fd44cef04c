/** One command as the interface's text describes it. */
export interface SpecCommand {
  /** `logs query`. */
  readonly command: string;
  /** `<search-id>`, `[user-id]`. */
  readonly positionals: readonly string[];
  readonly aliases: readonly string[];
  readonly flags: readonly SpecFlag[];
}

export interface SpecFlag {
  readonly name: string;
  readonly short: string | undefined;
  /** Undefined where the text leaves it open. */
  readonly type: string | undefined;
  readonly default: string | undefined;
  readonly required: boolean;
  /** Words of the list in parentheses behind the flag; empty without one. */
  readonly choices: readonly string[];
}

/** Named in the part about authentication, not in the catalog. */
const AUTHENTICATION_COMMANDS = ['login', 'logout', 'whoami', 'mcp endpoint', 'mcp verify'];

const FLAG = /^(?:-(\w), )?--([a-z-]+)(?: ([a-zA-Z0-9]+))?(?: \((.*)\))?$/;

/**
 * Reads the catalog of commands from the text: each item of its lists names commands in backticks and, behind them, the flags
 * they share. A semicolon before the next command, or flags between two of them, ends the sharing.
 */
export function readSpecCommands(text: string): readonly SpecCommand[] {
  const catalog = text.split('## Endpoints')[1]?.split('\n## Errors')[0] ?? '';
  const found = catalog
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .flatMap(readItem);
  const bare = AUTHENTICATION_COMMANDS.filter((command) => text.includes(`\`${command}\``));
  return [
    ...found,
    ...bare.map((command) => ({ command, positionals: [], aliases: [], flags: flagsOfSentence(text, command) })),
  ];
}

/** Those named in the sentence that begins with the command. */
function flagsOfSentence(text: string, command: string): SpecFlag[] {
  const sentence = text.slice(text.indexOf(`\`${command}\``)).split(/\.\s/)[0] ?? '';
  return [...sentence.matchAll(/`(--[a-z-]+)`/g)].flatMap(([, flag = '']) => readFlag(flag, '') ?? []);
}

/** The flags of the table of global flags: name, type, default and environment variable. */
export function readGlobalFlags(text: string): readonly { spelled: string; type: string; env: string | undefined }[] {
  const rows = [...text.matchAll(/^\| ((?:-\w, )?--[a-z-]+) \| (\w+)[^|]*\| (\w+) \|/gm)];
  return rows.map(([, spelled = '', type = '', env]) => ({ spelled, type, env: env === 'none' ? undefined : env }));
}

interface Draft {
  command: string;
  positionals: string[];
  aliases: string[];
  flags: SpecFlag[];
}

function readItem(line: string): SpecCommand[] {
  const commands: Draft[] = [];
  let sharing: Draft[] = [];
  let position = 0;
  for (const match of line.matchAll(/`([^`]+)`/g)) {
    const [quoted, content = ''] = match;
    const between = line.slice(position, match.index);
    position = match.index + quoted.length;
    const behind = line.slice(position).split('`')[0] ?? '';
    if (content.startsWith('-')) {
      const flag = readFlag(content, behind);
      if (flag) for (const command of sharing) command.flags.push(flag);
      continue;
    }
    if (between.includes(';') || sharing.some(({ flags }) => flags.length > 0)) sharing = [];
    const draft = readCommand(content, behind);
    sharing.push(draft);
    commands.push(draft);
  }
  return commands;
}

function readCommand(content: string, behind: string): Draft {
  const words = content.split(' ');
  const first = words.findIndex((word) => /^[<[]/.test(word));
  const end = first === -1 ? words.length : first;
  const alias = /^ \(alias ([a-z-]+)\)/.exec(behind)?.[1];
  return {
    command: words.slice(0, end).join(' '),
    positionals: words.slice(end),
    aliases: alias === undefined ? [] : [alias],
    flags: [],
  };
}

function readFlag(content: string, behind: string): SpecFlag | undefined {
  const [, short, name = '', type, shown] = FLAG.exec(content) ?? [];
  if (name === '' || name === 'help') return undefined;
  const list = /^(?: required)? \(([a-z0-9_]+(?:, [a-z0-9_]+)+)\)/.exec(behind)?.[1];
  return {
    name,
    short,
    type,
    default: shown,
    required: /^ required/.test(behind),
    choices: list?.split(', ') ?? [],
  };
}
