import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../tools.mjs';
import { APPS, declaredSettings, readCompose, readVariables, requiredVariables } from './compose.mjs';

describe('docs/operating/several-processes.md (issue 14, point 1)', () => {
  const page = readFileSync(path.join(ROOT, 'docs/operating/several-processes.md'), 'utf8');
  const [, block = ''] = /<<SETTINGS\n([^]*?)SETTINGS\n/.exec(page) ?? [];
  const settings = readVariables(
    block.replaceAll(/\$\(openssl rand [^)]*\)/g, 'c2VjcmV0IG9mIHRoZSBwYWdlIGluIGEgc3BlYy4uLi4='),
  );

  it('names all settings that the services require by hand, and no unknown ones', async () => {
    const { loadConfig } = await import(path.join(ROOT, 'libs/config/dist/index.js'));
    const known = new Set();
    for (const app of Object.values(APPS)) {
      const declared = await declaredSettings(app);
      assert.ok(loadConfig(declared, settings), app);
      for (const name of Object.keys(declared)) known.add(name);
    }
    assert.deepEqual(
      Object.keys(settings).filter((name) => !known.has(name)),
      [],
    );
  });

  it('shares the settings by hand that Compose shares', () => {
    const compose = readCompose(Object.fromEntries([...requiredVariables()].map((name) => [name, 'k1=x'])));
    for (const name of Object.keys(settings)) {
      const holders = Object.keys(APPS).filter((service) => name in compose.services[service].environment);
      assert.ok(holders.length > 0, `${name} is not in compose.yaml`);
    }
  });

  it('starts programs that the build makes, one for each service', () => {
    const programs = [...page.matchAll(/apps\/standalone\/dist\/services\/([\w-]+)\.js/g)].map(([, name]) => name);
    const services = Object.keys(APPS).map((name) => (name === 'migrate' ? 'svc-admin' : name));
    assert.deepEqual(programs.toSorted(), services.toSorted());
    for (const name of programs)
      assert.ok(existsSync(path.join(ROOT, `apps/standalone/dist/services/${name}.js`)), name);
  });
});
