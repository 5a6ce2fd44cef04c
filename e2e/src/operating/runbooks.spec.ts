import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT, skipOrFail } from '@svc/testing';
import { readAlertRules, RULES, RULE_TESTS } from './rules.js';

const run = promisify(execFile);
const promtool = process.env['SVC_TEST_PROMTOOL'] ?? 'promtool';

describe('alerts', () => {
  it('has a section in the runbooks for each alert, and no other section', async () => {
    const rules = await readAlertRules();
    const page = await readFile(path.join(ROOT, 'docs/operating/runbooks.md'), 'utf8');
    const sections = Array.from(page.matchAll(/^### (Svc\w+)$/gm), ([, name]) => name);
    assert.deepEqual(
      sections,
      rules.map(({ alert }) => alert),
    );
    for (const { alert, annotations } of rules)
      assert.equal(annotations['runbook'], `docs/operating/runbooks.md#${alert.toLowerCase()}`);
  });
});

const version = await run(promtool, ['--version']).catch(() => undefined);
if (version) {
  describe('alert rules', () => {
    it('has alert rules that Prometheus accepts', async () => {
      await run(promtool, ['check', 'rules', RULES]);
    });
    it('fires alerts in trouble and is silent otherwise', async () => {
      await run(promtool, ['test', 'rules', RULE_TESTS], { cwd: path.dirname(RULES) });
    });
  });
} else {
  skipOrFail('alert rules', 'there is no promtool: install the package prometheus, or set SVC_TEST_PROMTOOL');
}
