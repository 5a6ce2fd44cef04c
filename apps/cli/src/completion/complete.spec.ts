import assert from 'node:assert/strict';
import { CATALOG } from '../commands/index.js';
import { complete } from './complete.js';

const at = (...words: string[]) => complete(words, CATALOG);

it('words lead from group to command', () => {
  assert.ok(at('').includes('logs') && at('').includes('whoami'));
  assert.deepEqual(at('log'), ['login', 'logout', 'logs']);
  assert.deepEqual(at('logs', 'q'), ['query']);
  assert.deepEqual(at('saved-searches', 'd'), ['delete', 'duplicate']);
  assert.deepEqual(at('logs', 'query', ''), []);
});

it('behind a dash come the flags of the command and the global ones', () => {
  assert.deepEqual(at('logs', 'query', '--s'), ['--service', '--since', '--sort']);
  assert.deepEqual(at('saved-searches', 'delete', 'x', '--y'), ['--yes']);
  assert.deepEqual(at('--pro'), ['--profile', '--project']);
});

it('a flag with choices offers them, one without offers nothing', () => {
  assert.deepEqual(at('logs', 'query', '--sort', ''), ['timestamp_asc', 'timestamp_desc']);
  assert.deepEqual(at('-o', 'j'), ['json']);
  assert.deepEqual(at('logs', 'query', '--output=t'), ['--output=table']);
  assert.deepEqual(at('logs', 'query', '--service', ''), []);
  assert.deepEqual(at('completion', ''), ['bash', 'fish', 'zsh']);
});

it('a flag and its value before the command do not hide it', () => {
  assert.deepEqual(at('--project', 'p', 'logs', 'q'), ['query']);
  assert.deepEqual(at('--no-color', 'logs', 'q'), ['query']);
});
