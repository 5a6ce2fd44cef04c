import assert from 'node:assert/strict';
import { skipOrFail } from '@svc/testing';
import { theService } from '../topology.js';
import { installGo } from './go.js';
import { installJava } from './java.js';
import type { Program } from './program.js';
import { installPython } from './python.js';
import { EXPECTED, openFeatureScene, QUESTIONS, type OpenFeatureScene } from './scene.js';

for (const { language, install } of [
  { language: 'Python', install: installPython },
  { language: 'Go', install: installGo },
  { language: 'Java', install: installJava },
]) {
  const suite = `OpenFeature in ${language}`;
  const installed = await install();
  // Skipped without the language itself; a missing package index fails when all languages are required.
  if ('run' in installed) describe(suite, () => readsEveryFlag(installed));
  else if (installed.isLanguageMissing) it.skip(`${suite} (${installed.reason})`, () => undefined);
  else skipOrFail(suite, installed.reason);
}

function readsEveryFlag(program: Program): void {
  let scene: OpenFeatureScene;
  beforeAll(async () => {
    scene = await openFeatureScene();
  });

  for (const kind of ['secretKey', 'publishableKey'] as const) {
    it(`reads every flag with a ${kind}, without an error`, async () => {
      const found = await program.run({ url: theService().httpUrl, key: scene[kind], questions: QUESTIONS });
      assert.deepEqual(
        found.map((answer, index) => [QUESTIONS[index]?.flag, answer]),
        EXPECTED.map((answer, index) => [QUESTIONS[index]?.flag, answer]),
      );
    });
  }
}
