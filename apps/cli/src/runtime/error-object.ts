import type { Output } from './io.js';
import type { JsonObject } from './values/json.js';

/** Standard error streams with an object that has been begun and not ended. */
const begun = new WeakSet<Output>();

/**
 * Begins the only JSON object of standard error with facts that are needed before the command ends. A failure is one object too, so
 * it cannot follow another one: `endErrorObject` adds it to this one.
 */
export function beginErrorObject(facts: JsonObject, stderr: Output): void {
  stderr.write(`${JSON.stringify(facts).slice(0, -1)}\n`);
  begun.add(stderr);
}

/** Writes the members of an object and its end; the object is a new one unless one has been begun. */
export function endErrorObject(facts: JsonObject, stderr: Output): void {
  const text = JSON.stringify(facts);
  if (!begun.delete(stderr)) stderr.write(`${text}\n`);
  else stderr.write(`${text === '{}' ? '' : ','}${text.slice(1)}\n`);
}
