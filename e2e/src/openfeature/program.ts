import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Missing } from '@svc/testing';
import type { Answer, Question } from './scene.js';

export type { Missing };

export const execute = promisify(execFile);
const RUN_MS = 60_000;

/** The input of a program, as JSON on the standard input of its process. */
export interface Instructions {
  readonly url: string;
  readonly key: string;
  readonly questions: readonly Question[];
}

/** A program that evaluates flags with the official SDK of its language. */
export interface Program {
  run(instructions: Instructions): Promise<readonly Answer[]>;
}

/** Runs a program that answers on its standard output, as JSON. */
export async function ask(
  file: string,
  args: readonly string[],
  instructions: Instructions,
): Promise<readonly Answer[]> {
  const running = execute(file, [...args], { timeout: RUN_MS });
  running.child.stdin?.end(JSON.stringify(instructions));
  return JSON.parse((await running).stdout) as readonly Answer[];
}
