/**
 * Runs command lines one after the other in one process, because starting Node for each of hundreds takes minutes: each
 * line of the standard input is an array of words, each line of the output its exit code and the printed text.
 */
import { createInterface } from 'node:readline';
import { runCommandLine } from '../cli.js';
import { CATALOG } from '../commands/index.js';
import { fakeIo } from './fake-io.js';

for await (const line of createInterface({ input: process.stdin })) {
  const io = fakeIo({ env: process.env as Record<string, string>, fetch });
  const code = await runCommandLine(JSON.parse(line) as string[], CATALOG, io);
  process.stdout.write(`${JSON.stringify({ code, ...io.written })}\n`);
}
