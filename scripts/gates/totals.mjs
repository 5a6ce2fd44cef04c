/**
 * The reports of the parts of the gate: each part is a process of its own and appends one line of JSON to the file that
 * `SVC_GATE_EVENTS` names. Results that a part has reported count even if it is killed later.
 */
import { appendFileSync } from 'node:fs';

/** Reports one event; without a gate it is printed. */
export function report(event) {
  const line = JSON.stringify({ at: Date.now(), ...event });
  const file = process.env.SVC_GATE_EVENTS;
  if (file) appendFileSync(file, `${line}\n`);
  else console.log(line);
}

/** Says that a test has ended, so that the gate does not take a long file for one that hangs. */
export function reportProgress() {
  if (process.env.SVC_GATE_EVENTS) report({ type: 'test' });
}

export function pass(name) {
  report({ type: 'step', name, status: 'passed' });
}

export function fail(name, message = '') {
  report({ type: 'step', name, status: 'failed', message });
}

export function skip(name) {
  report({ type: 'step', name, status: 'skipped' });
}

/** Counts one step without specs; a failure prints its output but does not stop the gate. */
export async function step(name, work) {
  const began = Date.now();
  try {
    await work();
    report({ type: 'step', name, status: 'passed', ms: Date.now() - began });
  } catch (error) {
    fail(name, `${error.stdout ?? ''}${error.stderr ?? ''}\n${error.stack}`);
  }
}
