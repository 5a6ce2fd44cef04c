import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../tools.mjs';
import { sha256 } from './provenance.mjs';
import { findHelm, readAudit } from './steps.mjs';

const { skipOrFail } = await import(path.join(ROOT, 'libs/test-servers/dist/index.js'));
const { helm, skipped: reason } = await findHelm();

describe('the release script without a registry', () => {
  let out;
  let run;
  beforeAll(() => {
    out = mkdtempSync(path.join(tmpdir(), 'svc-release-'));
    const args = ['scripts/release.mjs', `--out=${out}`, '--offline'];
    run = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  });
  afterAll(() => rmSync(out, { recursive: true }));
  const read = (name) => readFileSync(path.join(out, name), 'utf8');

  it('succeeds, and names what it skipped with the reason', () => {
    assert.equal(run.status, 0, run.stdout + run.stderr);
    const skipped = [...run.stdout.matchAll(/^skipped (\S.*): (.+)$/gm)].map(
      ([, name, reason]) => `${name}: ${reason}`,
    );
    for (const skip of [
      'dependencies a major version behind: --offline',
      'audit: --offline',
      'push of the chart: no --registry',
    ])
      assert.ok(skipped.includes(skip), run.stdout);
    if (helm === undefined) assert.ok(skipped.some((skip) => skip.startsWith('chart: no helm')));
  });

  it('writes a bill of materials with every dependency of production', () => {
    const { bomFormat, components } = JSON.parse(read('sbom.cdx.json'));
    assert.equal(bomFormat, 'CycloneDX');
    for (const name of ['commander', 'ioredis', 'fastify'])
      assert.ok(
        components.some((component) => component.name === name),
        name,
      );
  });

  it('writes the provenance of each file: its hash, the commit and the lock file', () => {
    const { subject, predicate } = JSON.parse(read('provenance.intoto.json'));
    const names = subject.map(({ name }) => name);
    assert.deepEqual(names, helm === undefined ? ['sbom.cdx.json'] : ['sbom.cdx.json', 'svc-0.1.0.tgz']);
    for (const { name, digest } of subject) assert.equal(digest.sha256, sha256(path.join(out, name)));
    const [source, lock] = predicate.buildDefinition.resolvedDependencies;
    assert.equal(
      source.digest.gitCommit,
      execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim(),
    );
    assert.equal(lock.digest.sha256, sha256(path.join(ROOT, 'pnpm-lock.yaml')));
  });

  it('writes checksums that sha256sum accepts', () => {
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out });
    const names = read('SHA256SUMS')
      .trim()
      .split('\n')
      .map((line) => line.split('  ')[1]);
    assert.ok(names.includes('sbom.cdx.json') && names.includes('provenance.intoto.json'));
  });

  if (helm === undefined) skipOrFail('the package of the chart', reason);
  else
    it('packages the chart in the version of the checkout', () => {
      const text = execFileSync('tar', ['-xzOf', path.join(out, 'svc-0.1.0.tgz'), 'svc/Chart.yaml'], {
        encoding: 'utf8',
      });
      const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
      assert.deepEqual([parse(text).version, parse(text).appVersion], [version, version]);
    });
});

describe('the audit of a release', () => {
  const advisory = (severity) => ({ module_name: 'one', title: 'A fault', severity });

  it('fails on an advisory of severity high or critical', () => {
    const advisories = { 1: advisory('high'), 2: advisory('low') };
    const stdout = JSON.stringify({ advisories, metadata: {} });
    assert.deepEqual(readAudit({ status: 1, stdout, stderr: '' }), { problems: ['one: A fault (high)'] });
  });

  it('passes without one, and is skipped where the registry offers none', () => {
    assert.deepEqual(readAudit({ status: 0, stdout: '{}', stderr: '' }), {});
    const answer = JSON.stringify({ error: { code: 'ERR_PNPM_AUDIT_BAD_RESPONSE', message: 'responded with 405' } });
    assert.match(readAudit({ status: 1, stdout: answer, stderr: '' }).skipped, /offers no audit/);
    assert.match(readAudit({ status: 1, stdout: '', stderr: 'getaddrinfo ENOTFOUND\nmore' }).skipped, /ENOTFOUND$/);
  });
});
