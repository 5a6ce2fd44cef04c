import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { USER } from '../../deploy/docker/base.mjs';
import { TARGETS } from '../../deploy/docker/targets.mjs';
import { ROOT } from '../tools.mjs';
import { APPS, readCompose, requiredVariables } from './compose.mjs';

const FILE = 'deploy/docker/Dockerfile';

describe('deploy/docker (issue 14, point 2)', () => {
  const dockerfile = DockerfileParser.parse(readFileSync(path.join(ROOT, FILE), 'utf8'));
  const stages = new Map();
  for (const instruction of dockerfile.getInstructions()) {
    const words = instruction.getArguments().map((argument) => argument.getValue());
    if (instruction.getKeyword() === 'FROM') stages.set(words.at(-1), { from: words[0], steps: [] });
    else [...stages.values()].at(-1)?.steps.push([instruction.getKeyword(), words.join(' ')]);
  }
  /** The steps of a stage after the steps of the stages that it starts from. */
  const allSteps = (name) => {
    const { from, steps } = stages.get(name);
    return stages.has(from) ? [...allSteps(from), ...steps] : steps;
  };
  const values = (name, keyword) =>
    allSteps(name)
      .filter(([key]) => key === keyword)
      .map(([, text]) => text);

  it('builds an image for each target, which runs it as a user without rights', () => {
    for (const name of Object.keys(TARGETS)) {
      assert.ok(stages.has(name), name);
      assert.deepEqual(values(name, 'USER'), [`${USER}:${USER}`], name);
      assert.deepEqual(values(name, 'ENTRYPOINT'), ['["/usr/local/bin/node", "/svc/main.js"]'], name);
      assert.ok(
        stages.get(`${name}-files`).steps.some(([, text]) => text.includes(`layer.mjs ${name} /out`)),
        name,
      );
      assert.ok(
        values(name, 'COPY').some((text) => text.includes(`--from=${name}-files`) || text.startsWith('/out')),
        name,
      );
      const labels = values(name, 'LABEL').join(' ');
      for (const label of ['title', 'description', 'vendor', 'licenses', 'version', 'revision'])
        assert.match(labels, new RegExp(`org\\.opencontainers\\.image\\.${label}=`), name);
    }
  });

  it('builds on one image of Node, which a build can pin, and has no shell in a service', () => {
    const bases = new Set([...stages.values()].map(({ from }) => from).filter((from) => !stages.has(from)));
    assert.deepEqual(bases, new Set(['${NODE_IMAGE}', 'scratch']));
    for (const name of Object.keys(APPS)) assert.equal(stages.get(stages.get(name).from).from, 'scratch');
    for (const [, { steps }] of stages) for (const [keyword] of steps) assert.notEqual(keyword, 'HEALTHCHECK');
  });

  it('matches compose.yaml, with the ports on which the services listen', () => {
    const compose = readCompose(Object.fromEntries([...requiredVariables()].map((name) => [name, 'k1=x'])));
    for (const name of Object.keys(APPS)) {
      const { build, environment } = compose.services[name];
      assert.deepEqual(build, { context: '../..', dockerfile: FILE, target: name });
      assert.ok(existsSync(path.join(ROOT, 'deploy/compose', build.context, build.dockerfile)));
      const ports = Object.entries(environment).flatMap(([setting, value]) =>
        /_PORT$|_LISTEN$/.test(setting) && setting !== 'SVC_METRICS_PORT' ? [value.split(':').at(-1)] : [],
      );
      assert.deepEqual(values(name, 'EXPOSE').join(' ').split(' ').filter(Boolean).toSorted(), ports.toSorted(), name);
    }
  });
});
