/** Runs the black-box specs of the client with each supported Node version besides the one that runs the gate. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { bringNode } from '../tools.mjs';
import { jest } from './specs.mjs';
import { fail, skip } from './totals.mjs';

const MAJORS = [20, 22];

export async function clientOnOtherNodes() {
  for (const major of MAJORS) {
    const name = `client on Node ${major}`;
    const node = findOnPath(major) ?? (await bring(major));
    if (node === undefined) {
      if (process.env.SVC_REQUIRE_ALL === '1') fail();
      else skip(`${name} (there is none on the PATH, and npm could not be reached)`);
      console.log(`${name}: no such Node`);
      continue;
    }
    await jest(['--testPathPatterns', 'apps/cli/dist/int/'], { name, env: { SVC_TEST_CLIENT_NODE: node } });
  }
}

function findOnPath(major) {
  const files = (process.env.PATH ?? '').split(path.delimiter).map((directory) => path.join(directory, 'node'));
  return files.find((file) => {
    if (!existsSync(file)) return false;
    const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
    return stdout?.startsWith(`v${major}.`);
  });
}

async function bring(major) {
  try {
    return await bringNode(major);
  } catch (error) {
    console.log(error.message);
    return undefined;
  }
}
