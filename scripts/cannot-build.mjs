/** Explains why a checkout cannot be built, without a stack. */
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

/** The message is for the user and says what to do. */
export class CannotBuild extends Error {}

/** Runs the work, and ends the process with the message where it cannot build. */
export async function orExplain(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CannotBuild)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * @param root the checkout; files: paths in it that are about to be written; reason: why, part of a sentence.
 * @throws CannotBuild if this user cannot write one of them.
 */
export function requireWritable(root, files, reason) {
  if (files.every(isWritable)) return;
  throw new CannotBuild(
    `${reason}, but this user cannot write to ${root}: run \`node scripts/build.mjs\` there as its owner, then start again.`,
  );
}

/** Whether this user can write the file, or create it where it does not exist. */
export function isWritable(file) {
  let existing = file;
  while (!existsSync(existing) && existing !== path.dirname(existing)) existing = path.dirname(existing);
  try {
    accessSync(existing, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
