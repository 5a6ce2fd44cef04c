import assert from 'node:assert/strict';
import { restCommand, type Family, type LocalCommand } from '../command/command.js';
import { Failure } from '../runtime/failure.js';
import { readCommandLine } from './program.js';
import type { RunRequest } from './request.js';

const query = restCommand({
  words: ['logs', 'query'],
  aliases: ['find'],
  summary: 'Find',
  operation: 'logs.query',
  flags: [{ name: 'query', short: 'q', kind: 'string', sends: 'q', description: '' }],
});
const remove = restCommand({
  words: ['deep', 'er', 'remove'],
  summary: 'Remove',
  operation: 'saved_searches.delete',
  destructive: true,
  arguments: [{ name: 'search-id', sends: 'search_id', description: 'which' }],
});
/** Has a flag of its own that is spelled like a global one. */
const install: LocalCommand = {
  words: ['install'],
  summary: 'Install',
  arguments: [{ name: 'agent', description: '' }],
  flags: [{ name: 'project', kind: 'bool', default: false, description: '' }],
  run: () => undefined,
};
const CATALOG: readonly Family[] = [{ groups: { logs: 'Logs', deep: 'Deep' }, commands: [query, remove, install] }];

const read = (...argv: string[]) => readCommandLine(argv, CATALOG, { version: '1.2.3', columns: undefined });

function run(...argv: string[]): RunRequest {
  const request = read(...argv);
  assert.ok(request.kind === 'run');
  return request;
}

function refusal(...argv: string[]): string {
  try {
    read(...argv);
  } catch (error) {
    assert.ok(error instanceof Failure && error.exitCode === 2);
    return error.message;
  }
  return assert.fail('nothing was refused');
}

describe('readCommandLine', () => {
  it('accepts global flags before, between and after the words of a command', () => {
    const places = [
      ['--project', 'p', 'logs', 'query'],
      ['logs', '--project', 'p', 'query'],
      ['logs', 'query', '--project', 'p'],
      ['logs', 'query', '--project=p', '-q', 'x'],
    ];
    for (const argv of places) assert.deepEqual(run(...argv).globals['project'], ['p'], argv.join(' '));
  });

  it('uses the last occurrence of a global flag', () => {
    assert.deepEqual(run('--project', 'a', 'logs', '--project', 'b', 'query').globals['project'], ['b']);
    assert.equal(run('logs', 'query', '-o', 'json', '-otable').globals['output']?.at(-1), 'table');
  });

  it('prefers a flag of the command over a global one of the same name after its words', () => {
    const own = run('install', 'x', '--project');
    assert.deepEqual(own.flags['project'], ['true']);
    assert.equal(own.globals['project'], undefined);
    const both = run('--project', 'p', 'install', 'x', '--project');
    assert.deepEqual([both.flags['project'], both.globals['project']], [['true'], ['p']]);
  });

  it('accepts bare booleans and =true or =false without consuming the next word', () => {
    assert.deepEqual(run('deep', 'er', 'remove', '--yes', 'id').flags['yes'], ['true']);
    assert.equal(run('deep', 'er', 'remove', '--yes', 'id').arguments['search-id'], 'id');
    assert.deepEqual(run('deep', 'er', 'remove', 'id', '--yes=false').flags['yes'], ['false']);
    assert.deepEqual(run('deep', 'er', 'remove', 'id', '--yes', '--yes=0').flags['yes'], ['true', '0']);
    assert.deepEqual(run('--no-color', 'logs', 'query').globals['no-color'], ['true']);
    assert.deepEqual(run('logs', 'query', '--no-color=false').globals['no-color'], ['false']);
  });

  it('accepts a value that looks like a flag', () => {
    assert.deepEqual(run('logs', 'query', '-q', '--yes').flags['query'], ['--yes']);
    assert.deepEqual(run('logs', 'query', '-q', '--no-color').flags['query'], ['--no-color']);
    assert.deepEqual(run('logs', 'query', '--query=-x').flags['query'], ['-x']);
    assert.equal(run('deep', 'er', 'remove', '--', '--yes').arguments['search-id'], '--yes');
  });

  it('resolves an alias', () => {
    assert.equal(run('logs', 'find').command, query);
  });

  it('rejects unknown words and suggests similar ones', () => {
    assert.equal(refusal('lgos'), "unknown command 'lgos' (Did you mean logs?)");
    assert.equal(refusal('bogus'), "unknown command 'bogus'");
    for (const argv of [
      ['logs', 'bogus', '--help'],
      ['help', 'bogus'],
      ['--project', 'p', 'bogus', '-h'],
    ]) {
      assert.equal(refusal(...argv), "unknown command 'bogus'");
    }
    assert.equal(refusal('logs', 'qery'), "unknown command 'qery' (Did you mean query?)");
    assert.equal(refusal('logs', 'query', '--qery', 'x'), "unknown option '--qery' (Did you mean --query?)");
    assert.match(refusal('--porject', 'p', 'logs', 'query'), /unknown option '--porject'/);
  });

  it('says which commands are not in this release, also with --help', () => {
    assert.equal(refusal('issues', 'list', '--help'), "'svc issues list' is not in this release");
    assert.equal(refusal('alerts'), "'svc alerts' is not in this release");
    assert.equal(refusal('logs', 'tail'), "'svc logs tail' is not in this release");
    assert.equal(refusal('alerts', 'rules', 'get', 'id'), "'svc alerts' is not in this release");
  });

  it('rejects missing and excess arguments', () => {
    assert.match(refusal('deep', 'er', 'remove'), /missing required argument 'search-id'/);
    assert.match(refusal('deep', 'er', 'remove', 'a', 'b'), /too many arguments/);
    assert.match(refusal('logs', 'query', 'a'), /too many arguments/);
    assert.match(refusal('logs', 'query', '-q'), /argument missing/);
  });

  it('prints help at every level', () => {
    const asked = [
      ['--help'],
      ['-h'],
      [],
      ['logs'],
      ['logs', '--help'],
      ['help', 'logs', 'query'],
      ['deep', 'er', 'remove', '-h'],
    ];
    for (const argv of asked) {
      const request = read(...argv);
      assert.ok(request.kind === 'help' && request.text.startsWith('Usage: svc'), argv.join(' '));
    }
    const leaf = read('deep', 'er', 'remove', '--help');
    assert.ok(leaf.kind === 'help');
    for (const text of ['<search-id>', '--yes ', '--project <string>', 'SVC_PROJECT'])
      assert.ok(leaf.text.includes(text), text);
    assert.doesNotMatch(leaf.text, /\[bool\]/);
  });

  it('prints the version for --version', () => {
    assert.deepEqual(read('--version'), { kind: 'help', text: '1.2.3\n' });
  });
});
