import assert from 'node:assert/strict';
import { CATALOG } from '../../commands/index.js';
import { complete, describeCandidates } from './complete.js';

const at = (...words: string[]) => complete(words, CATALOG);

describe('complete', () => {
  it('completes words from group to command', () => {
    assert.ok(at('').includes('logs') && at('').includes('whoami'));
    assert.deepEqual(at('log'), ['login', 'logout', 'logs']);
    assert.deepEqual(at('logs', 'q'), ['query']);
    assert.deepEqual(at('saved-searches', 'd'), ['delete', 'duplicate']);
    assert.deepEqual(at('logs', 'query', ''), []);
  });

  it('completes flags of the command and global flags after a dash', () => {
    assert.deepEqual(at('logs', 'query', '--s'), ['--service', '--since', '--sort']);
    assert.deepEqual(at('saved-searches', 'delete', 'x', '--y'), ['--yes']);
    assert.deepEqual(at('--pro'), ['--profile', '--project']);
  });

  it('completes the choices of a flag', () => {
    assert.deepEqual(at('logs', 'query', '--sort', ''), ['timestamp_asc', 'timestamp_desc']);
    assert.deepEqual(at('-o', 'j'), ['json']);
    assert.deepEqual(at('logs', 'query', '--output=t'), ['--output=table']);
    assert.deepEqual(at('logs', 'query', '--service', ''), []);
    assert.deepEqual(at('completion', ''), ['bash', 'fish', 'zsh']);
  });

  it('completes each of several choices that commas separate', () => {
    assert.deepEqual(at('alerts', 'list', '--state', 'f'), ['firing']);
    assert.deepEqual(at('alerts', 'list', '--state', 'firing,a'), ['firing,acknowledged']);
    assert.deepEqual(at('alerts', 'list', '--severity=info,'), ['--severity=info,critical', '--severity=info,warning']);
  });

  it('completes the values that the contract permits', () => {
    assert.deepEqual(at('alerts', 'rules', 'list', '--severity', 'w'), ['warning']);
    assert.deepEqual(at('invitations', 'list', '--status', 'p'), ['pending']);
    assert.deepEqual(at('issues', 'occurrences', 'i', '--interval=1'), [
      '--interval=15m',
      '--interval=1d',
      '--interval=1h',
      '--interval=1m',
    ]);
  });

  it('completes the words after help', () => {
    assert.deepEqual(at('help', 'logs', 'q'), ['query']);
  });

  it('describes commands, groups and flags after a tab', () => {
    const described = (...words: string[]) => describeCandidates(words, at(...words), CATALOG);
    assert.deepEqual(described('whoa'), ['whoami\tShow the authenticated identity']);
    assert.match(described('logs', 'q')[0] ?? '', /^query\t\w/);
    assert.match(described('log').at(-1) ?? '', /^logs\t\w/);
    assert.match(described('logs', 'query', '--lev')[0] ?? '', /^--level\t\w/);
    assert.deepEqual(described('-o', 'j'), ['json']);
  });

  it('finds the command after a flag with a value', () => {
    assert.deepEqual(at('--project', 'p', 'logs', 'q'), ['query']);
    assert.deepEqual(at('--no-color', 'logs', 'q'), ['query']);
  });
});
