/**
 * Runs the steps of a build whose inputs have changed since they ran last. A stamp holds two hashes of the inputs: one of names, sizes and
 * times, which a second start compares, and one of contents, which is compared when only a time has changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isWritable, requireWritable } from './cannot-build.mjs';

const IGNORED = new Set(['node_modules', 'dist', '.tools', '.svc', '.git', '.nx']);

/**
 * @param steps in their order, each `{ name, inputs, accepts, outputs, run }`: files and folders, a filter of their
 * files, the outputs that must exist afterwards, and the work. A step also depends on all steps before it. `run` learns
 * whether the step was killed when it ran last.
 * @param root the folder of all paths; stamps: the folder of the stamps; toolchain: a text on which all steps depend.
 * log: prints progress.
 * @throws CannotBuild if a step has to run and this user cannot write its outputs. A checkout that is built can be read-only.
 */
export function runSteps(steps, { root, stamps, toolchain, log = console.error }) {
  for (const step of compare(steps, { root, stamps, toolchain })) {
    if (step.isCurrent) {
      if (step.isTouched && isWritable(stamps)) writeStamp(step);
      continue;
    }
    const written = [stamps, ...step.outputs.map((output) => path.join(root, output))];
    requireWritable(root, written, `The step "${step.name}" of the build has to run`);
    log(`building: ${step.name}`);
    const started = Date.now();
    const running = `${step.stamp}.running`;
    const wasKilled = existsSync(running);
    mkdirSync(stamps, { recursive: true });
    // The step runs again if the stamp is missing, also when this process is killed in the middle of it.
    rmSync(step.stamp, { force: true });
    writeFileSync(running, '');
    try {
      step.run({ wasKilled });
    } finally {
      rmSync(running);
    }
    writeStamp(step);
    log(`built: ${step.name}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
}

/** The files that the steps depend on. */
export function inputFiles(steps, root) {
  const list = fileLister(root);
  return steps.flatMap((step) => listInputs(step, list).map(({ file }) => file));
}

function listInputs({ inputs, accepts = () => true }, list) {
  return inputs.flatMap(list).filter(({ file }) => accepts(file));
}

function compare(steps, { root, stamps, toolchain }) {
  const list = fileLister(root);
  let before = toolchain;
  let isBeforeCurrent = true;
  return steps.map((step) => {
    const files = listInputs(step, list);
    const stamp = path.join(stamps, step.name.replaceAll(' ', '-'));
    const [times, contents] = readStamp(stamp);
    const seen = toHash([before, ...files.map(({ file, size, timeMs }) => `${file}:${size}:${timeMs}`)]);
    const isTouched = seen !== times;
    const read = isTouched
      ? toHash([before, ...files.map(({ file }) => `${file}:${toHash([readFileSync(path.join(root, file))])}`)])
      : contents;
    const isCurrent =
      isBeforeCurrent && read === contents && step.outputs.every((output) => existsSync(path.join(root, output)));
    before = read;
    isBeforeCurrent = isCurrent;
    return { ...step, stamp, hashes: [seen, read], isTouched, isCurrent };
  });
}

function readStamp(stamp) {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8').split('\n') : [];
}

function writeStamp({ stamp, hashes }) {
  writeFileSync(`${stamp}.next`, hashes.join('\n'));
  renameSync(`${stamp}.next`, stamp);
}

function toHash(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\n');
  return hash.digest('hex');
}

/** Lists the files below a path. Several steps have the same folders, which are read once. */
function fileLister(root) {
  const known = new Map();
  const list = (file) => {
    const status = statSync(path.join(root, file));
    if (!status.isDirectory()) return [{ file, size: status.size, timeMs: Math.trunc(status.mtimeMs) }];
    return readdirSync(path.join(root, file))
      .toSorted()
      .filter((entry) => !IGNORED.has(entry))
      .flatMap((entry) => list(path.join(file, entry)));
  };
  return (file) => {
    if (!known.has(file)) known.set(file, list(file));
    return known.get(file);
  };
}
