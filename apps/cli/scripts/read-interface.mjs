/**
 * Prints the published interface of the client as JSON, read from the Markdown text that defines it:
 * `node scripts/read-interface.mjs <file> > src/testing/interface.json`. `interface.spec.ts` compares every command with the JSON.
 */
import { readFileSync } from 'node:fs';

/** Named in the chapter about authentication, not in the catalog. */
const AUTHENTICATION_COMMANDS = ['login', 'logout', 'whoami', 'mcp endpoint', 'mcp verify'];

const FLAG = /^(?:-(\w), )?--([a-z-]+)(?: ([a-zA-Z0-9]+))?(?: \((.*)\))?$/;

const text = readFileSync(process.argv[2], 'utf8');
const published = { commands: readCommands(), globalFlags: readGlobalFlags(), exitCodes: readExitCodes() };
process.stdout.write(`${JSON.stringify(published, null, 2)}\n`);

/**
 * Reads the catalog: each item of its lists names commands in backticks and, after them, the flags they share. A semicolon before
 * the next command, or flags between two commands, ends the sharing.
 */
function readCommands() {
  const catalog = text.split('## Endpoints')[1]?.split('\n## Errors')[0] ?? '';
  const listed = catalog
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .flatMap(readItem);
  const bare = AUTHENTICATION_COMMANDS.filter((command) => text.includes(`\`${command}\``)).map((command) => ({
    command,
    positionals: [],
    aliases: [],
    flags: sentenceFlags(command),
  }));
  const commands = [...listed, ...bare].map(withFlagsSaidInWords);
  const claimed = Number(/a total of (\d+) commands/.exec(text)?.[1]);
  if (commands.length !== claimed) throw new Error(`${commands.length} commands were read; the text claims ${claimed}`);
  return commands;
}

/** The text says in words that these commands have the same two flags and that both are required. */
function withFlagsSaidInWords(command, _, all) {
  if (!/^incidents (acknowledge|comment|reopen|resolve)$/.test(command.command)) return command;
  const { flags } = all.find((other) => other.command === 'incidents resolve');
  return { ...command, flags: flags.map((flag) => ({ ...flag, required: true })) };
}

/** The flags named in the sentence that begins with the command. */
function sentenceFlags(command) {
  const sentence = text.slice(text.indexOf(`\`${command}\``)).split(/\.\s/)[0] ?? '';
  return [...sentence.matchAll(/`(--[a-z-]+)`/g)].flatMap(([, flag]) => readFlag(flag, '') ?? []);
}

/** The table of global flags: name, type, default and environment variable. */
function readGlobalFlags() {
  const rows = [...text.matchAll(/^\| ((?:-\w, )?--[a-z-]+) \| (\w+)[^|]*\| (\w+) \|/gm)];
  return rows.map(([, spelled, type, env]) => ({ spelled, type, ...(env !== 'none' && { env }) }));
}

function readExitCodes() {
  const rows = [...text.matchAll(/^\| (\d) \| ([^|]+) \|$/gm)];
  return Object.fromEntries(rows.map(([, code, meaning]) => [code, meaning.trim()]));
}

function readItem(line) {
  const commands = [];
  let sharing = [];
  let position = 0;
  for (const match of line.matchAll(/`([^`]+)`/g)) {
    const [quoted, content] = match;
    const between = line.slice(position, match.index);
    position = match.index + quoted.length;
    const after = line.slice(position).split('`')[0] ?? '';
    if (content.startsWith('-')) {
      const flag = readFlag(content, after);
      if (flag) for (const command of sharing) command.flags.push(flag);
      continue;
    }
    if (between.includes(';') || sharing.some(({ flags }) => flags.length > 0)) sharing = [];
    const command = readCommand(content, after);
    sharing.push(command);
    commands.push(command);
  }
  if (line.includes(', all required')) for (const { flags } of commands) for (const flag of flags) flag.required = true;
  return commands;
}

function readCommand(content, after) {
  const words = content.split(' ');
  const first = words.findIndex((word) => /^[<[]/.test(word));
  const end = first === -1 ? words.length : first;
  const alias = /^ \(alias ([a-z-]+)\)/.exec(after)?.[1];
  return {
    command: words.slice(0, end).join(' '),
    positionals: words.slice(end),
    aliases: alias === undefined ? [] : [alias],
    flags: [],
  };
}

/** Members that the text leaves open are absent. */
function readFlag(content, after) {
  const [, short, name = '', type, shown] = FLAG.exec(content) ?? [];
  if (name === '') return undefined;
  const list = /^(?: required)? \(([a-z0-9_]+(?:, [a-z0-9_]+)+)\)/.exec(after)?.[1];
  return {
    name,
    short,
    type,
    default: shown,
    required: after.startsWith(' required'),
    choices: list?.split(', ') ?? [],
  };
}
