import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import type { Path } from '@bufbuild/protobuf/reflect';
import { createValidator, type Violation } from '@bufbuild/protovalidate';
import type { ErrorDetail } from '@svc/errors';
import { childPath, itemPath } from './json/path.js';

const validator = createValidator();

/**
 * Holds a message to the rules of its proto.
 *
 * @returns every violation by wire path; empty when there is none. Reasons name the rule, never what was sent.
 * @throws the rule's own defect when a rule cannot be compiled or run.
 */
export function validate<Desc extends DescMessage>(desc: Desc, message: MessageShape<Desc>): ErrorDetail[] {
  const result = validator.validate(desc, message);
  if (result.kind === 'error') throw result.error;
  return result.kind === 'valid' ? [] : result.violations.map(toDetail);
}

function toDetail(violation: Violation): ErrorDetail {
  return { path: wirePath(violation.field), reason: reasonOf(violation) };
}

/** protovalidate says "value must be …" or "must be …"; beside a path the subject is clear. */
function reasonOf({ message, ruleId }: Violation): string {
  const reason = message.replace(/^value (?=is |must |length |does )/, '');
  return reason === '' ? `breaks the rule ${ruleId}` : reason;
}

function wirePath(path: Path): string {
  return path.reduce((parent, element) => {
    switch (element.kind) {
      case 'field':
      case 'oneof':
        return childPath(parent, element.name);
      case 'extension':
        return childPath(parent, element.typeName);
      case 'list_sub':
        return itemPath(parent, element.index);
      case 'map_sub':
        return childPath(parent, String(element.key));
    }
  }, '');
}
