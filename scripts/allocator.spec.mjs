import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ALLOCATOR } from './allocator.mjs';
import { ROOT } from './tools.mjs';

it('is set in each image that runs a service', () => {
  const images = readFileSync(path.join(ROOT, 'deploy/docker/Dockerfile'), 'utf8').split(/^ENV NODE_ENV=production /m);
  const words = Object.entries(ALLOCATOR).map(([name, value]) => `${name}=${value}`);
  assert.equal(images.length, 3);
  for (const image of images.slice(1)) for (const word of words) assert.ok(image.includes(word), word);
});
