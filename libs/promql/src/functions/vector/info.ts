import type { Scope } from '../../core/session.js';
import type { Value } from '../../core/value.js';
import { failed } from '../../errors.js';
import type { Call } from '../../syntax/ast.js';

/** Adds labels of info metrics to series. */
export function callInfo(_scope: Scope, _call: Call): Promise<Value> {
  throw failed('function "info" is not supported yet');
}
