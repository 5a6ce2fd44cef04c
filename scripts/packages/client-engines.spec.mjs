import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import semver from 'semver';
import { CLIENT_NODE_VERSIONS, ROOT } from '../tools.mjs';

const { 'apps/cli/dist/svc.js': folders } = JSON.parse(
  readFileSync(path.join(ROOT, 'apps/cli/dist/packages.json'), 'utf8'),
);

describe('packages in the client', () => {
  it.each(folders)('%s supports each version of Node that the client supports', (folder) => {
    const { version, engines } = JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'));
    const range = engines?.node ?? '*';
    for (const node of Object.values(CLIENT_NODE_VERSIONS))
      assert.ok(semver.satisfies(node, range), `${folder}@${version} needs Node ${range}`);
  });
});
