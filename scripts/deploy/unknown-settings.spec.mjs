import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../tools.mjs';

const { findUnknownVariables } = await import(path.join(ROOT, 'libs/config/dist/unknown-variables.js'));

const PROCESSES = ['standalone', 'gateway', 'ingest', 'query', 'alerting', 'exports', 'integrations'];
const COMMANDS = [...PROCESSES.map((app) => [app]), ['admin', 'migrate', '--check']];

describe('a misspelled setting', () => {
  it.each(COMMANDS)('stops %s with the right name, before it needs anything', (app, ...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`apps/${app}/dist/main.js`, ...args], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, SVC_HTTP_PRT: 'sentinel' },
      encoding: 'utf8',
    });
    assert.equal(status, 78, stderr);
    assert.match(stderr, /^ {2}SVC_HTTP_PRT is not a setting; did you mean SVC_HTTP_PORT\?$/m);
    assert.ok(!`${stdout}${stderr}`.includes('sentinel'));
  });
});

describe('variables that the repository reads or sets', () => {
  it('are known to every process', () => {
    const files = execFileSync('git', ['ls-files', '*.mjs', '*.ts', '*.sh', 'deploy', '.ci'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const texts = files
      .trim()
      .split('\n')
      .map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
    const read = /(?:process\.env(?:\.|\[['"])|\$\{?|- name: )(SVC_[A-Z0-9_]+)/g;
    const names = new Set(texts.flatMap((text) => [...text.matchAll(read)].map(([, name]) => name)));
    assert.ok(names.size > 50, String(names.size));
    assert.deepEqual(findUnknownVariables(Object.fromEntries([...names].map((name) => [name, ''])), []), []);
  });
});
