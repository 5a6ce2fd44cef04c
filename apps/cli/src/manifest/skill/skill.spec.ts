import assert from 'node:assert/strict';
import { CATALOG } from '../../commands/index.js';
import { readCommandLine } from '../../program/program.js';
import { isUnchanged } from '../../skill/ownership.js';
import { toManifest } from '../manifest.js';
import { checkLine, findEntry } from './command-index.js';
import { EXPORT_RECIPE, RECIPES } from './recipes.js';
import { checkImmediate, pagingRules } from './rules.js';
import { renderSkill } from './skill.js';

const manifest = toManifest(CATALOG);
const skill = renderSkill(manifest, '1.2.3');
const frontMatter = /^---\n([\s\S]*?)\n---\n/.exec(skill)?.[1] ?? '';

/** The command lines in code spans of the skill that begin with a command. */
const lines = [...skill.matchAll(/`(svc [a-z][^`]*)`/g)].map(([, line]) => line ?? '');

/** Splits a command line as a shell does; quotes of either kind do not nest in the skill. */
const split = (line: string): string[] =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replaceAll(/^['"]|['"]$/g, ''));

describe('the skill', () => {
  it.each(lines)('names a command line that the client accepts: %s', (line) => {
    const asked = readCommandLine(split(line).slice(1), CATALOG, { version: '1.2.3', columns: undefined });
    assert.equal(asked.kind, 'run');
  });

  it('has every recipe and every command with its arguments', () => {
    for (const { steps } of [...RECIPES, EXPORT_RECIPE]) for (const [run] of steps) assert.ok(lines.includes(run), run);
    const index = skill.slice(skill.indexOf('## All commands'));
    for (const { command, arguments: positionals } of manifest.commands) {
      const [family = '', ...words] = command.split(' ');
      const line = index.split('\n').find((each) => each.startsWith(`- \`${family}\`: `)) ?? '';
      const arguments_ = positionals.slice(0, 1).map(({ name, optional }) => (optional ? `[${name}]` : `<${name}>`));
      assert.ok(line.includes([...words, ...arguments_].join(' ')), command);
    }
  });

  it('names commands that change something only after it demands consent', () => {
    const [before = ''] = skill.split('\n## Changes\n');
    for (const [, line = ''] of before.matchAll(/`(svc [a-z][^`]*)`/g)) {
      const { command, operation } = findEntry(line, manifest);
      const isRead = operation ? /^(?!.*:write)/.test(operation.scope ?? '') : READING.includes(command);
      assert.ok(isRead, line);
    }
  });

  it('shows --yes with exactly the commands that fail without it', () => {
    const index = skill.slice(skill.indexOf('## All commands'));
    const shown = [...index.matchAll(/ --yes\b/g)].length;
    assert.equal(shown, manifest.commands.filter(({ destructive }) => destructive).length);
  });

  it('leaves out no issue, alert or incident that goes on', () => {
    for (const line of lines.filter((each) => /^svc (issues|alerts|incidents) list/.test(each)))
      assert.doesNotMatch(line, /--(status|state)/);
  });

  it('has the form of agentskills.io', () => {
    const value = (name: string): string => new RegExp(`^ *${name}: (.*)$`, 'm').exec(frontMatter)?.[1] ?? '';
    assert.equal(value('name'), 'svc');
    assert.ok((JSON.parse(value('description')) as string).length <= 300);
    assert.ok((JSON.parse(value('compatibility')) as string).length <= 500);
    assert.equal(JSON.parse(value('svc-version')), '1.2.3');
    assert.match(value('svc-hash'), /^"[0-9a-f]{64}"$/);
  });

  it('is short enough for the context of an agent', () => {
    assert.ok(skill.split('\n').length < 500);
    // A token of English text has about four characters, one of code and placeholders three.
    assert.ok(skill.length / 3.3 <= 5_000, String(skill.length));
  });

  it('contains no secret', () => {
    assert.doesNotMatch(skill, /svc_[a-z]+_|[A-Za-z0-9+/]{65,}|Bearer [^ ]{8,}/);
  });

  it('recognizes an unchanged file of any version by its hash, whatever its line ends', () => {
    assert.ok(isUnchanged(skill));
    assert.ok(isUnchanged(skill.replaceAll('\n', '\r\n')));
    for (const changed of [
      `${skill}x`,
      skill.replace('Recipes', 'recipes'),
      skill.replace('svc-version: "1', 'svc-version: "2'),
    ])
      assert.ok(!isUnchanged(changed));
    for (const foreign of ['', '# svc', '---\nname: svc\n---\n', `text\n${skill}`]) assert.ok(!isUnchanged(foreign));
  });
});

/** Commands without an operation that change nothing in the service; a user signs in themselves. */
const READING = ['doctor', 'login', 'docs'];

describe('pagingRules', () => {
  const rules = pagingRules(manifest);
  const ruleOf = (flag: string): string => rules.split('\n').find((rule) => rule.includes(`\`--${flag} <`)) ?? '';

  it('names each command with the flag that it has for the next page', () => {
    for (const { command, flags, operation } of manifest.commands) {
      const names = (operation ? flags : []).filter(({ type }) => type !== 'duration').map(({ name }) => name);
      for (const flag of ['cursor', 'offset'])
        assert.equal(ruleOf(flag).includes(`\`${command}\``), names.includes(flag), `${command} --${flag}`);
    }
    assert.match(ruleOf('before'), /: `persons timeline`\.$/);
  });

  it('says for which command a cursor needs fixed times', () => {
    assert.match(rules, /A cursor of `events triggerers` is valid only/);
  });
});

describe('checkImmediate', () => {
  it('refuses commands that need --yes or only read', () => {
    for (const line of ['svc flags delete <flag-key>', 'svc issues list'])
      assert.throws(() => checkImmediate(line, manifest), line);
    assert.equal(checkImmediate('svc logout', manifest), 'svc logout');
  });
});

describe('checkLine', () => {
  it('refuses commands and flags that do not exist', () => {
    for (const line of ['svc trace get', 'svc', 'svc logs query --levels x', 'svc traces get <trace-id> --level error'])
      assert.throws(() => checkLine(line, manifest), line);
    for (const line of [
      'svc logs query -q "--no flag"',
      'svc export logs --json \'{"a":"--b"}\' -o json',
      'svc doctor',
    ])
      assert.equal(checkLine(line, manifest), line);
  });
});
