/** The versions of Node besides the one that runs the gate, with which the client is tested. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { bringNode } from '../tools.mjs';

/** The Node of this version that is on the path, or else one from npm; undefined where there is neither. */
export async function findNode(major) {
  try {
    return findOnPath(major) ?? (await bringNode(major));
  } catch (error) {
    console.log(error.message);
    return undefined;
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
