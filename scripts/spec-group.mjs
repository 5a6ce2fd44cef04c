/** Runs spec files in one process, one after the other: what they import in common is loaded and compiled once. */
import path from 'node:path';

for (const file of process.argv.slice(2)) await import(path.resolve(file));
